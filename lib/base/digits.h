#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace steptail::base {

// Decimal digits, several times as quick as by std::to_chars: of a fixed number, with zeros in
// front (REQUIRES: `value` has no more than that), or as many as there are.

inline constexpr std::array<char, 200> kDigitPairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

inline void write_2_digits(char* out, std::uint32_t value) {
  std::memcpy(out, kDigitPairs.data() + std::size_t{2} * value, 2);
}

inline void write_4_digits(char* out, std::uint32_t value) {
  write_2_digits(out, value / 100);
  write_2_digits(out + 2, value % 100);
}

inline void write_8_digits(char* out, std::uint32_t value) {
  write_4_digits(out, value / 10000);
  write_4_digits(out + 4, value % 10000);
}

// Returns their end.
inline char* write_digits(char* out, std::uint64_t number) {
  constexpr std::uint64_t kEightDigits = 100'000'000;
  if (number >= kEightDigits) {
    out = write_digits(out, number / kEightDigits);
    write_8_digits(out, static_cast<std::uint32_t>(number % kEightDigits));
    return out + 8;
  }
  auto value = static_cast<std::uint32_t>(number);
  if (value >= 10'000) {
    out = write_digits(out, value / 10'000);
    write_4_digits(out, value % 10'000);
    return out + 4;
  }
  if (value >= 1'000) {
    write_4_digits(out, value);
    return out + 4;
  }
  if (value >= 100) *out++ = static_cast<char>('0' + value / 100);
  if (value >= 10) {
    write_2_digits(out, value % 100);
    return out + 2;
  }
  *out = static_cast<char>('0' + value);
  return out + 1;
}

}  // namespace steptail::base
