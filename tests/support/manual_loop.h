#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <utility>

#include "base/loop.h"
#include "base/mutex.h"

namespace steptail::support {

// A Loop whose time moves only when the test says so.
// Contract: as Loop. advance() runs posted tasks and due timers in order, at their own times.
// Thread: the test's; post() from any.
class ManualLoop : public base::Loop {
 public:
  // Time starts at `wall`; the monotonic clock starts elsewhere, so that mixing them shows.
  explicit ManualLoop(base::WallTime wall = base::WallTime{std::chrono::seconds(1'700'000'000)});

  [[nodiscard]] base::MonoTime mono() const override { return mono_; }
  [[nodiscard]] base::WallTime wall() const override { return wall_; }
  void post(base::Task task) override;
  base::TimerId after(base::Duration delay, base::Task task) override;
  void cancel(base::TimerId id) override;
  void on_readable(int fd, base::Task task) override;
  void forget(int fd) override;

  // Runs posted tasks, and those that they post, until there are none.
  void run_ready();
  // Runs one turn: the tasks posted so far, not those that they post.
  void run_turn();
  // Moves both clocks, running what falls due on the way.
  void advance(base::Duration duration);
  // The administrator sets the wall clock; the monotonic one does not notice.
  void set_wall(base::WallTime wall) { wall_ = wall; }
  // Forgets every task, as a process that dies does; time goes on.
  void abandon();
  // Runs the task of a descriptor, as if it had become readable.
  void make_readable(int fd);

  [[nodiscard]] std::size_t pending_timers() const { return timers_.size(); }
  [[nodiscard]] std::size_t watched_descriptors() const { return readable_.size(); }

 private:
  using Due = std::pair<base::MonoTime, base::TimerId>;

  bool run_one_posted();

  base::MonoTime mono_{std::chrono::hours(1)};
  base::WallTime wall_;
  base::Mutex mutex_;
  std::deque<base::Task> posted_ STEPTAIL_GUARDED_BY(mutex_);
  std::map<Due, base::Task> timers_;
  std::map<int, base::Task> readable_;
  base::TimerId last_timer_ = 0;
};

}  // namespace steptail::support
