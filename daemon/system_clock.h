#pragma once

#include "base/clock.h"

namespace steptail::daemon {

// The machine's clocks. Thread: any.
class SystemClock final : public base::Clock {
 public:
  [[nodiscard]] base::MonoTime mono() const override { return std::chrono::steady_clock::now(); }
  [[nodiscard]] base::WallTime wall() const override {
    return std::chrono::time_point_cast<base::Duration>(std::chrono::system_clock::now());
  }
};

}  // namespace steptail::daemon
