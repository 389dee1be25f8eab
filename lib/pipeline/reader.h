#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/log.h"
#include "base/loop.h"
#include "pipeline/entry.h"
#include "pipeline/file_table.h"
#include "tail/read_scheduler.h"

namespace steptail::pipeline {

// Reads the files that may have changed, a bounded amount a turn of the loop, so that timers and
// signals get theirs; fair between files, however much one of them has to say.
// Thread: the shard's. Lifetime: what it is given outlives it.
class Reader {
 public:
  struct Parts {
    base::Loop& loop;
    FileTable& files;
    std::map<std::string, EntryCounters>& counters;  // by entry
    base::Logger log;
  };
  explicit Reader(Parts parts);

  // Look at this file soon. Cheap; twice is once. A file that waits for an older one of its run is
  // passed over, and looked at when that one has caught up.
  void mark(FileId id);
  void mark_all();

  // Reads what is marked until nothing is left or `deadline` has passed.
  void drain(base::MonoTime deadline);

  // Whether anything was read or ended since the last call.
  [[nodiscard]] bool take_changed();

 private:
  void post_turn();
  bool turn();
  void fetch_ahead() const;
  tail::ReadScheduler::Step read(FileId id, std::size_t budget_bytes);
  void note(FollowedFile& file, const tail::Follower::Outcome& outcome);
  void judge(FollowedFile& file);
  void finish_with(FollowedFile& file);
  [[nodiscard]] base::Duration wait_after(FollowedFile& file,
                                          const tail::Follower::Outcome& outcome);
  void wake_later(FollowedFile& file, base::Duration delay);

  Parts parts_;
  tail::ReadScheduler scheduler_;
  bool turn_posted_ = false;
  bool changed_ = false;
};

}  // namespace steptail::pipeline
