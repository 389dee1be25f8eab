#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/time.h"

namespace steptail::simulate {

// printf into a string.
[[nodiscard]] std::string printed(const char* format, ...) __attribute__((format(printf, 1, 2)));

// For "%lld", which is not everywhere the same type.
constexpr long long wide(std::int64_t number) { return number; }

// Digits after the seconds: "2024-04-10 06:15:58", "...58,772", "...58.772345".
enum class Fraction : std::uint8_t { None, CommaMillis, DotMicros };

[[nodiscard]] std::string date_and_time(base::WallTime time, Fraction fraction);

// "[H:]MM:SS" as progress bars write durations.
[[nodiscard]] std::string bar_time(double seconds);

// "2024-04-10T06:15:58"
[[nodiscard]] std::string iso_time(base::WallTime time);

// The text with `value` in every `place`.
[[nodiscard]] std::string filled(std::string text, std::string_view place, std::string_view value);

}  // namespace steptail::simulate
