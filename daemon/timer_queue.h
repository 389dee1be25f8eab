#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/loop.h"

namespace steptail::daemon {

// Timers in order of their due time, and of adding for equal ones. Pure: time is passed in.
// Thread: one.
class TimerQueue {
 public:
  base::TimerId add(base::MonoTime due, base::Task task);
  void cancel(base::TimerId id);

  [[nodiscard]] std::optional<base::MonoTime> next_due() const;
  // Runs what is due at `now`. A task may add and cancel; what it adds waits for the next call, so
  // that a timer of no delay cannot hold up the loop.
  void run_due(base::MonoTime now);

 private:
  using Key = std::pair<base::MonoTime, base::TimerId>;
  std::map<Key, base::Task> tasks_;
  std::unordered_map<base::TimerId, base::MonoTime> due_;
  base::TimerId last_ = 0;
};

}  // namespace steptail::daemon
