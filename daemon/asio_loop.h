#pragma once

#include <memory>

#include "base/loop.h"

namespace asio {
class io_context;
}

namespace steptail::daemon {

// base::Loop on an asio::io_context and the machine's clocks.
// Contract: run() returns after stop(); what was posted before stop() still runs, timers and
// descriptors no longer do. It can be run again.
// Thread: run() makes its thread the loop's thread; post(), stop() and the clocks are for any
// thread. Before run() and after it the other calls are for whoever owns the loop. Lifetime: does
// not own watched descriptors. Tasks that never ran are destroyed with the loop.
class AsioLoop final : public base::Loop {
 public:
  AsioLoop();
  ~AsioLoop() override;
  AsioLoop(const AsioLoop&) = delete;
  AsioLoop& operator=(const AsioLoop&) = delete;

  void run();
  void stop();

  [[nodiscard]] base::MonoTime mono() const override;
  [[nodiscard]] base::WallTime wall() const override;
  void post(base::Task task) override;
  base::TimerId after(base::Duration delay, base::Task task) override;
  void cancel(base::TimerId id) override;
  void on_readable(int fd, base::Task task) override;
  void forget(int fd) override;

  [[nodiscard]] asio::io_context& context();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace steptail::daemon
