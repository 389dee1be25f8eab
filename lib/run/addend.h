#pragma once

#include <cmath>

namespace steptail::run {

// May it be added to a counter or a sum? Negative and non-finite numbers are refused and counted.
[[nodiscard]] inline bool is_addend(double number) { return number >= 0 && std::isfinite(number); }

}  // namespace steptail::run
