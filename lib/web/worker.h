#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <thread>

#include "base/mutex.h"
#include "base/result.h"

namespace steptail::web {

// One thread of its own for what takes long, so that no thread that answers or reads does it.
// Tasks wait in a queue for each key, and the keys take turns: who asks much waits for himself, not
// others for him.
// Contract: start() once, then stop() once; tasks that wait by then are dropped. Thread: any, but a
// task must not stop() its own worker.
class Worker {
 public:
  using Task = std::function<void()>;
  struct Bounds {
    std::size_t tasks;    // that wait, in all
    std::size_t per_key;  // and of one key
  };

  explicit Worker(Bounds bounds) : bounds_(bounds) {}
  ~Worker() { stop(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  base::Result<void> start();
  void stop();
  // False: too many wait already.
  [[nodiscard]] bool post(const std::string& key, Task task);

 private:
  void run();
  // The next task; none: it is over.
  [[nodiscard]] Task wait_for_task();

  const Bounds bounds_;
  base::Mutex mutex_;
  std::condition_variable_any changed_;
  std::map<std::string, std::deque<Task>> waiting_ STEPTAIL_GUARDED_BY(mutex_);
  std::deque<std::string> turns_ STEPTAIL_GUARDED_BY(mutex_);  // the keys of waiting_
  std::size_t count_ STEPTAIL_GUARDED_BY(mutex_) = 0;
  bool over_ STEPTAIL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace steptail::web
