#pragma once

#include <memory>

#include "base/mutex.h"
#include "metrics/snapshot.h"

namespace steptail::metrics {

// Where a shard publishes and HTTP threads look: one of the two things that cross threads.
// Thread: any. Cost: a pointer copy under a lock held for as long.
class SnapshotCell {
 public:
  void publish(std::shared_ptr<const ShardSnapshot> snapshot);
  [[nodiscard]] std::shared_ptr<const ShardSnapshot> read() const;  // null before the first

 private:
  mutable base::Mutex mutex_;
  std::shared_ptr<const ShardSnapshot> snapshot_ STEPTAIL_GUARDED_BY(mutex_);
};

}  // namespace steptail::metrics
