#pragma once

#include "base/time.h"

namespace steptail::base {

// Where time comes from. Real: daemon/asio_loop. Fake: tests/support/manual_loop.
class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual MonoTime mono() const = 0;
  [[nodiscard]] virtual WallTime wall() const = 0;
};

}  // namespace steptail::base
