#include "web/worker.h"

#include <utility>

#include "base/start_thread.h"

namespace steptail::web {

base::Result<void> Worker::start() {
  auto thread = base::start_thread([this] { run(); });
  if (!thread) return tl::unexpected(thread.error());
  thread_ = *std::move(thread);
  return {};
}

void Worker::stop() {
  std::map<std::string, std::deque<Task>> dropped;  // outside the lock: whatever they hold goes
  {
    const base::MutexLock lock(mutex_);
    over_ = true;
    count_ = 0;
    turns_.clear();
    std::swap(dropped, waiting_);
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

bool Worker::post(const std::string& key, Task task) {
  const base::MutexLock lock(mutex_);
  if (over_ || count_ >= bounds_.tasks) return false;
  std::deque<Task>& queue = waiting_[key];
  if (queue.size() >= bounds_.per_key) return false;
  if (queue.empty()) turns_.push_back(key);
  queue.push_back(std::move(task));
  ++count_;
  changed_.notify_one();
  return true;
}

Worker::Task Worker::wait_for_task() {
  const base::MutexLock lock(mutex_);
  changed_.wait(mutex_, [this]() STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_)) {
    return over_ || count_ > 0;
  });
  if (over_) return nullptr;
  std::string key = std::move(turns_.front());
  turns_.pop_front();
  std::deque<Task>& queue = waiting_[key];
  Task task = std::move(queue.front());
  queue.pop_front();
  --count_;
  if (queue.empty()) {
    waiting_.erase(key);
  } else {
    turns_.push_back(std::move(key));
  }
  return task;
}

void Worker::run() {
  while (Task task = wait_for_task()) task();
}

}  // namespace steptail::web
