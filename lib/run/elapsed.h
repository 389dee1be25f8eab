#pragma once

#include <algorithm>

#include "base/time.h"

namespace steptail::run {

// to - from of times that a log printed: whatever they are, it does not overflow.
inline base::Duration elapsed(base::WallTime from, base::WallTime to) {
  constexpr base::Duration kFarthest = base::Duration::max() / 2;
  return std::clamp(to.time_since_epoch(), -kFarthest, kFarthest) -
         std::clamp(from.time_since_epoch(), -kFarthest, kFarthest);
}

}  // namespace steptail::run
