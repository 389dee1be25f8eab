#pragma once

#include <functional>
#include <memory>

#include "base/result.h"
#include "daemon/asio_loop.h"

namespace steptail::daemon {

struct SignalActions {
  std::function<void(int signal)> terminate;  // SIGTERM, SIGINT; each time one comes
  std::function<void()> reload;               // SIGHUP
};

// Turns the process's signals into tasks of a loop, and ignores SIGPIPE: a reader that goes away is
// an error of the write.
// Thread: the loop's. Lifetime: `loop` outlives it; from its destruction on, the signals do what
// they do by default again. One at a time in a process.
class Signals {
 public:
  Signals(AsioLoop& loop, SignalActions actions);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  // Error: which signal the system would not give.
  base::Result<void> start();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace steptail::daemon
