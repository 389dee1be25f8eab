#pragma once

#include <cstdint>
#include <string>

#include "base/time.h"

namespace steptail::simulate {

// printf into a string.
[[nodiscard]] std::string printed(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Digits after the seconds: "2024-04-10 06:15:58", "...58,772", "...58.772345".
enum class Fraction : std::uint8_t { None, CommaMillis, DotMicros };

[[nodiscard]] std::string date_and_time(base::WallTime time, Fraction fraction);

// "[H:]MM:SS" as progress bars write durations.
[[nodiscard]] std::string bar_time(double seconds);

// The text with every "{time}" replaced.
[[nodiscard]] std::string with_time(std::string text, const std::string& time);

}  // namespace steptail::simulate
