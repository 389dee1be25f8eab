#pragma once

#include <array>
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

constexpr std::size_t kMostPlainDigits = 18;  // that a mantissa holds

// decimal * 10^shift, correctly rounded.
[[nodiscard]] double to_double(const Decimal& decimal, int shift);

// Whether mantissa * 10^exponent takes one rounding of two exact operands (Clinger's fast path),
// and its result.
[[nodiscard]] constexpr bool scales_exactly(std::uint64_t mantissa, int exponent) {
  return mantissa <= std::uint64_t{1} << 53U && exponent >= -22 && exponent <= 22;
}
[[nodiscard]] inline double scaled_exactly(std::uint64_t mantissa, int exponent) {
  static constexpr std::array<double, 23> kPowersOfTen = {
      1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  };
  const auto digits = static_cast<double>(mantissa);
  return exponent < 0 ? digits / kPowersOfTen[static_cast<std::size_t>(-exponent)]
                      : digits * kPowersOfTen[static_cast<std::size_t>(exponent)];
}

// For up to kMostPlainDigits.
[[nodiscard]] inline std::uint64_t power_of_ten(std::size_t exponent) {
  static constexpr auto kPowers = [] {
    std::array<std::uint64_t, kMostPlainDigits + 1> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
    return powers;
  }();
  return kPowers[exponent];
}

}  // namespace steptail::format
