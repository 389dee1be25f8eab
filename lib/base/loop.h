#pragma once

#include <cstdint>
#include <functional>

#include "base/clock.h"

namespace steptail::base {

using Task = std::function<void()>;
using TimerId = std::uint64_t;

// One thread's event loop; the only way anything in lib/ waits.
// Thread: every call on the loop's thread, except post().
// Contract: tasks never run inside the call that queues them. Timers run in order of their due
// time, and of after() for equal ones. cancel() of a timer that ran or never was is no error.
class Loop : public Clock {
 public:
  virtual void post(Task task) = 0;  // any thread; runs next turn, in order
  virtual TimerId after(Duration delay, Task task) = 0;
  virtual void cancel(TimerId id) = 0;
  // Level-triggered; the task runs while fd is readable. forget() before closing the fd.
  virtual void on_readable(int fd, Task task) = 0;
  virtual void forget(int fd) = 0;
};

}  // namespace steptail::base
