#pragma once

#include <algorithm>
#include <chrono>

#include "base/time.h"

namespace steptail::pipeline {

// What is read is judged, saved and shown once in such a while.
inline constexpr base::Duration kTickRest = std::chrono::seconds(1);
// From the end of one to the end of the next, where it is the pace that costs.
inline constexpr base::Duration kLongTick = std::chrono::milliseconds(1250);

// How long to rest after a tick that took so long: thousands of runs that all change are saved and
// shown a little less often. Up to 40 ms change nothing; from 250 ms on it is a second again, so
// that what is shown grows no older than it must. Pure.
[[nodiscard]] inline base::Duration rest_after(base::Duration took) {
  constexpr int kPart = 25;
  return std::max(kTickRest, std::min(kPart * took, kLongTick - took));
}

}  // namespace steptail::pipeline
