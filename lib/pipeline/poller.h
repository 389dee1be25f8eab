#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/loop.h"
#include "pipeline/entry.h"
#include "pipeline/file_table.h"
#include "pipeline/reader.h"

namespace steptail::pipeline {

// Looks now and then at the files that no events come for: often while they grow, less and less
// while they are silent. On network mounts at most so many a second, for the sake of their servers;
// where more are due, those that grow come first, and none is left out.
// Thread: the shard's. Lifetime: what it is given outlives it. Cost: a look at each polled
// file a tick.
class Poller {
 public:
  static constexpr base::Duration kLookInterval = std::chrono::milliseconds(250);
  static constexpr std::size_t kFarLooks = 125;  // a tick: 500 a second

  Poller(base::Loop& loop, FileTable& files, Reader& reader)
      : loop_(loop), files_(files), reader_(reader) {}

  // By these entries from now on.
  void use(const Entries& entries);
  // Then goes on alone.
  void start();
  void stop() { loop_.cancel(timer_); }

 private:
  void tick();
  void look_at(FollowedFile& file, base::Duration interval);
  [[nodiscard]] double lateness(const FollowedFile& file) const;

  base::Loop& loop_;
  FileTable& files_;
  Reader& reader_;
  std::map<std::string, base::Duration> intervals_;  // by entry
  base::TimerId timer_ = 0;
};

}  // namespace steptail::pipeline
