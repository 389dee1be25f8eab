#include "daemon/timer_queue.h"

namespace steptail::daemon {

base::TimerId TimerQueue::add(base::MonoTime due, base::Task task) {
  base::TimerId id = ++last_;
  tasks_.emplace(Key{due, id}, std::move(task));
  due_.emplace(id, due);
  return id;
}

void TimerQueue::cancel(base::TimerId id) {
  auto found = due_.find(id);
  if (found == due_.end()) return;
  tasks_.erase(Key{found->second, id});
  due_.erase(found);
}

std::optional<base::MonoTime> TimerQueue::next_due() const {
  if (tasks_.empty()) return std::nullopt;
  return tasks_.begin()->first.first;
}

void TimerQueue::run_due(base::MonoTime now) {
  const base::TimerId newest = last_;
  auto next = tasks_.begin();
  while (next != tasks_.end() && next->first.first <= now) {
    if (next->first.second > newest) {
      ++next;
      continue;
    }
    base::Task task = std::move(next->second);
    const Key done = next->first;
    due_.erase(done.second);
    tasks_.erase(next);
    task();
    next = tasks_.upper_bound(done);  // the task may have changed the map
  }
}

}  // namespace steptail::daemon
