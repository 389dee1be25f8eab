#include "support/manual_loop.h"

#include <algorithm>

namespace steptail::support {

ManualLoop::ManualLoop(base::WallTime wall) : wall_(wall) {}

void ManualLoop::post(base::Task task) {
  base::MutexLock lock(mutex_);
  posted_.push_back(std::move(task));
}

base::TimerId ManualLoop::after(base::Duration delay, base::Task task) {
  auto due = mono_ + std::max(delay, base::Duration{0});
  timers_.emplace(Due{due, ++last_timer_}, std::move(task));
  return last_timer_;
}

void ManualLoop::cancel(base::TimerId id) {
  std::erase_if(timers_, [id](const auto& timer) { return timer.first.second == id; });
}

void ManualLoop::on_readable(int fd, base::Task task) { readable_[fd] = std::move(task); }

void ManualLoop::forget(int fd) { readable_.erase(fd); }

bool ManualLoop::run_one_posted() {
  base::Task task;
  {
    base::MutexLock lock(mutex_);
    if (posted_.empty()) return false;
    task = std::move(posted_.front());
    posted_.pop_front();
  }
  task();
  return true;
}

void ManualLoop::run_ready() {
  while (run_one_posted()) {
  }
}

void ManualLoop::run_turn() {
  std::size_t count = 0;
  {
    base::MutexLock lock(mutex_);
    count = posted_.size();
  }
  for (std::size_t i = 0; i < count; ++i) run_one_posted();
}

void ManualLoop::advance(base::Duration duration) {
  auto end = mono_ + duration;
  run_ready();
  while (!timers_.empty() && timers_.begin()->first.first <= end) {
    auto timer = timers_.extract(timers_.begin());
    auto step = timer.key().first - mono_;
    mono_ += step;
    wall_ += step;
    timer.mapped()();
    run_ready();
  }
  wall_ += end - mono_;
  mono_ = end;
}

void ManualLoop::make_readable(int fd) {
  auto found = readable_.find(fd);
  if (found == readable_.end()) return;
  auto task = found->second;  // a copy: the task may forget its own descriptor
  task();
}

void ManualLoop::abandon() {
  {
    base::MutexLock lock(mutex_);
    posted_.clear();
  }
  timers_.clear();
  readable_.clear();
}

}  // namespace steptail::support
