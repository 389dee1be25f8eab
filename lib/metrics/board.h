#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "metrics/snapshot_cell.h"

namespace steptail::metrics {

// What is published now; null where a shard has published nothing yet.
using Snapshots = std::vector<std::shared_ptr<const ShardSnapshot>>;

// All shards as one page sees them: what each has published, without the runs that another watch
// entry shows already. Of several runs that would be the same series, the one whose entry stands
// first in the configuration is shown; the others are counted as refused.
//
// Contract: never two runs of the same labels, whatever the shards publish and whenever. While no
// shard publishes anew, read() gives the same objects.
// Thread: any. Cost of read(): nothing new: a pointer a shard; else one look-up a run, and a copy
// of each snapshot that loses a run.
class Board {
 public:
  struct Source {
    std::shared_ptr<const SnapshotCell> cell;
    std::vector<std::string> watches;  // the entries that the shard follows
    std::function<bool()> answers;     // does it turn, or does its file system hang? Empty: it does
  };

  // From now on these are the shards.
  void show(std::vector<Source> sources);
  [[nodiscard]] Snapshots read();

  // Has every shard that answers read its first scan?
  [[nodiscard]] bool ready() const;
  // Entries of the shards that do not answer.
  [[nodiscard]] std::set<std::string> hung_watches() const;
  // Runs that were kept off the page so far, for another with their labels.
  [[nodiscard]] std::uint64_t refused_identities() const;

 private:
  void join(const Snapshots& published) STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_));

  mutable base::Mutex mutex_;
  std::vector<Source> sources_ STEPTAIL_GUARDED_BY(mutex_);
  std::vector<std::weak_ptr<const ShardSnapshot>> joined_of_ STEPTAIL_GUARDED_BY(mutex_);
  Snapshots reduced_ STEPTAIL_GUARDED_BY(mutex_);              // null where nothing was taken out
  std::set<std::string> refused_ STEPTAIL_GUARDED_BY(mutex_);  // now
  std::uint64_t refused_ever_ STEPTAIL_GUARDED_BY(mutex_) = 0;
};

}  // namespace steptail::metrics
