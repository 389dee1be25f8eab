#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/letters.h"

namespace steptail::base {

// Runs of ASCII digits, eight bytes at a time where the machine's order of bytes allows.
// Pure; no byte outside what is given is looked at.
inline constexpr std::size_t kWordDigits = sizeof(std::uint64_t);
inline constexpr bool kHasDigitWords = std::endian::native == std::endian::little;

// Eight bytes of text, each digit as its number. REQUIRES: there are eight.
[[nodiscard]] inline std::uint64_t digit_word(const char* bytes) {
  constexpr std::uint64_t kZeros = 0x3030303030303030;
  return load_word<std::uint64_t>(bytes) ^ kZeros;
}

// How many digits stand together from `at` on.
[[nodiscard]] inline std::size_t count_digits(const char* at, const char* end) {
  if (kHasDigitWords && end - at >= static_cast<std::ptrdiff_t>(kWordDigits)) {
    constexpr std::uint64_t kToHighBit = 0x7676767676767676;  // from ten on
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    const std::uint64_t word = digit_word(at);
    // What is carried falls into the bytes behind the first that is no digit.
    const std::uint64_t others = ((word + kToHighBit) | word) & kHighBits;
    if (others != 0) return static_cast<std::size_t>(std::countr_zero(others)) / 8;
  }
  const char* const begin = at;
  while (at != end && is_digit(*at)) ++at;
  return static_cast<std::size_t>(at - begin);
}

// The last `count` bytes of a word, and zeros. `count`: 1 to kWordDigits.
[[nodiscard]] constexpr std::uint64_t last_bytes(std::uint64_t word, std::size_t count) {
  return word & ~std::uint64_t{0} << (8 * (kWordDigits - count));
}

// The number that a digit_word() of eight digits says.
[[nodiscard]] constexpr std::uint64_t number_of_word(std::uint64_t word) {
  word = (word * 10 + (word >> 8U)) & 0x00FF00FF00FF00FF;
  word = (word * 100 + (word >> 16U)) & 0x0000FFFF0000FFFF;
  return (word * 10000 + (word >> 32U)) & 0x00000000FFFFFFFF;
}

}  // namespace steptail::base
