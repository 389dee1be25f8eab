#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace steptail::format {

// A number as printed, split but not yet converted: so that a decimal unit (ms, percent, T) can
// shift the exponent and the result is still the double nearest to what was printed.
// Lifetime: `text` lies in the text that was read.
struct Decimal {
  enum class Kind : std::uint8_t { None, Finite, Nan, Infinite };
  Kind kind = Kind::None;
  bool negative = false;
  bool is_exact = true;        // all digits are in `mantissa`
  bool is_whole = true;        // neither point nor exponent
  std::uint64_t mantissa = 0;  // if exact, the digits without point
  int exponent = 0;            // if exact, value = mantissa * 10^exponent
  std::string_view text;       // sign, digits, point, exponent, thousands separators
};

// The longest number that `text` begins with; kind None where it begins with none.
// `thousands`: commas between groups of three digits belong to it.
// Pure; looks at no byte behind the number but the ones that could continue it.
[[nodiscard]] Decimal read_decimal(std::string_view text, bool thousands);

// decimal * 10^shift, correctly rounded.
[[nodiscard]] double to_double(const Decimal& decimal, int shift);

}  // namespace steptail::format
