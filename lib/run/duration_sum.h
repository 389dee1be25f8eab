#pragma once

#include <cmath>
#include <cstdint>

namespace steptail::run {

// Seconds and iterations that they cover: a summary without quantiles.
//
// Contract: logs print decimals, and the sum of what they print is the decimal that a reader would
// get: what binary adds to or takes from a whole number of nanoseconds is taken away again, for as
// long as a double tells nanoseconds apart (46 days).
struct DurationSum {
  double seconds = 0;
  double count = 0;

  // REQUIRES: both are addends (addend.h).
  void add(double each_seconds, double covered) {
    constexpr double kPerSecond = 1e9;
    constexpr double kMostNanoseconds = 4e15;
    constexpr double kNoise = 1e-15;  // of a double, after an addition or two
    seconds += each_seconds * covered;
    count += covered;
    const double nanoseconds = seconds * kPerSecond;
    if (nanoseconds > kMostNanoseconds) return;
    const auto whole = static_cast<double>(static_cast<std::int64_t>(nanoseconds + 0.5));
    if (std::abs(nanoseconds - whole) <= nanoseconds * kNoise) seconds = whole / kPerSecond;
  }
};

}  // namespace steptail::run
