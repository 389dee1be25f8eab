#pragma once

#include <chrono>

namespace steptail::base {

// Durations are nanoseconds everywhere; seconds as double exist only at the edges (log numbers,
// exported metrics). MonoTime measures ages and never jumps; WallTime is for what is exported,
// compared with file times, or saved.
using Duration = std::chrono::nanoseconds;
using MonoTime = std::chrono::time_point<std::chrono::steady_clock, Duration>;
using WallTime = std::chrono::sys_time<Duration>;

constexpr double to_seconds(Duration d) { return std::chrono::duration<double>(d).count(); }
// Exact to a double's last bit: nanoseconds since 1970 alone are more than a double holds.
constexpr double to_seconds(WallTime t) {
  const auto whole = std::chrono::floor<std::chrono::seconds>(t);
  return static_cast<double>(whole.time_since_epoch().count()) + to_seconds(t - whole);
}

// Seconds to a Duration; beyond about 292 years it saturates, NaN becomes zero.
constexpr Duration from_seconds(double seconds) {
  constexpr double kLimit = 9.2e9;
  if (!(seconds == seconds)) return Duration{0};
  if (seconds > kLimit) seconds = kLimit;
  if (seconds < -kLimit) seconds = -kLimit;
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
}

}  // namespace steptail::base
