#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/time.h"
#include "pipeline/entry.h"
#include "run/run_table.h"
#include "run/stall_clock.h"

namespace steptail::pipeline {

// By which options, and as of when, runs are judged to stand still.
//
// A shard that was away (its file system hung, the process or the machine slept) has not looked
// into the logs for so long: until it has read what came meanwhile, it judges as of when it left,
// so that nobody is woken because the watcher slept. Thread: the shard's. Cost: use() asks the file
// system, which may block; turn() nothing.
class StallJudge {
 public:
  // How long what is written may stay unseen where the log lies on a network file system: its
  // attribute cache, and polls that are rarer while a file is silent.
  static constexpr base::Duration kVisibilityLag = std::chrono::seconds(15);
  static constexpr base::Duration kAway = std::chrono::seconds(5);     // turns are a second apart
  static constexpr base::Duration kCatchUp = std::chrono::seconds(2);  // after it

  void use(const Entries& entries, base::FileSystem& fs);
  // Once a turn. True: the shard was away.
  bool turn(base::MonoTime now);

  // REQUIRES: a turn before.
  [[nodiscard]] base::MonoTime as_of() const { return as_of_; }
  [[nodiscard]] const run::StallOptions& options_of(const run::Run& run) const {
    return options_of(run.watch, run.state.data().path);
  }
  // Of a run of the entry that speaks through the file at `path`.
  [[nodiscard]] const run::StallOptions& options_of(const std::string& watch,
                                                    const std::string& path) const;

 private:
  struct Options {
    run::StallOptions near, far;
    std::vector<std::string> far_directories;
  };
  std::map<std::string, Options> options_;  // by watch entry
  std::optional<base::MonoTime> last_turn_;
  base::MonoTime as_of_{};
  base::MonoTime caught_up_{};
};

}  // namespace steptail::pipeline
