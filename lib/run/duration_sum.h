#pragma once

#include <cstdint>

namespace steptail::run {

// Seconds and iterations that they cover: a summary without quantiles.
//
// Contract: the seconds are whole nanoseconds for as long as a double tells these apart (46 days).
// Logs print decimals, and the sum of what they print is the decimal that a reader would get.
struct DurationSum {
  double seconds = 0;
  double count = 0;

  // REQUIRES: both are addends (addend.h).
  void add(double each_seconds, double covered) {
    constexpr double kPerSecond = 1e9;
    constexpr double kMostSeconds = 4e6;  // 2^52 nanoseconds, and some to spare
    seconds += each_seconds * covered;
    count += covered;
    if (seconds > kMostSeconds) return;
    const auto nanoseconds = static_cast<std::int64_t>(seconds * kPerSecond + 0.5);
    seconds = static_cast<double>(nanoseconds) / kPerSecond;
  }
};

}  // namespace steptail::run
