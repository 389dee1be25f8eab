#pragma once

#include <poll.h>

#include <chrono>
#include <functional>

namespace steptail::support {

// Asks until the condition holds or the deadline has passed; true if it held. Tests that watch a
// real process wait with this and nothing else.
inline bool eventually(std::chrono::milliseconds deadline, const std::function<bool()>& condition) {
  auto end = std::chrono::steady_clock::now() + deadline;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    ::poll(nullptr, 0, 5);
  }
  return true;
}

}  // namespace steptail::support
