#pragma once

#include <algorithm>
#include <chrono>

#include "base/time.h"

namespace steptail::pipeline {

// What is read is judged, saved and shown once in such a while.
inline constexpr base::Duration kTick = std::chrono::seconds(1);
// From the end of one to the end of the next at most, where it is the pace that costs.
inline constexpr base::Duration kLongTick = std::chrono::milliseconds(1250);

// How long to rest after a tick that took so long. Thousands of runs that all change are saved and
// shown a little less often; a tick that takes a twenty-fifth of the time or less changes nothing.
// Pure.
[[nodiscard]] inline base::Duration rest_after(base::Duration took) {
  constexpr int kPart = 25;
  return std::max(kTick, std::min(kPart * took, kLongTick - took));
}

}  // namespace steptail::pipeline
