#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/digit_words.h"
#include "format/unit.h"

namespace steptail::format {

// Digits that stand together in a line, as met on the way through it.
struct DigitRun {
  std::uint16_t begin = 0;  // in the line
  std::uint16_t size = 0;

  [[nodiscard]] std::size_t end() const { return std::size_t{begin} + size; }
};

// How a number is put together from runs of digits that follow each other: its whole part, then
// perhaps a fraction, then perhaps an exponent.
struct NumberForm {
  bool negative = false;
  bool has_fraction = false;
  std::int8_t exponent_sign = 0;  // 0: no exponent
};

// Whether a number that reaches up to `end` ends there whatever the digits of the line are: it is
// part of no date, time of day, version or word.
[[nodiscard]] bool ends_by_shape(std::string_view line, std::size_t end);

// The form of the number at `begin` of the line, with a unit of `suffix_bytes` behind it; nothing
// where the bytes between the digits do not settle alone that and where it ends.
[[nodiscard]] std::optional<NumberForm> form_by_shape(std::string_view line, std::size_t begin,
                                                      std::size_t suffix_bytes);

// What read_plain_number() would read from these runs of the line. False: what it would not read.
// Cost: some thirty instructions.
[[nodiscard]] bool read_runs(std::string_view line, std::span<const DigitRun> runs,
                             const NumberForm& form, const Scale& scale, double& number);

// A number whose digits stand at the same places in all lines that it is read from: eight bytes
// hold them, and a mask each tells those before the point and those behind it.
// Cost: half of read_runs().
struct PlacedNumber {
  std::uint64_t before_point = 0;  // after these bytes were moved over the point
  std::uint64_t behind_point = 0;
  double power = 1;  // of ten
  double times = 1;
  std::uint16_t word_at = 0;
  bool is_divided = false;  // by `power`

  // REQUIRES: a line with digits where the runs were that it was made of.
  [[nodiscard]] double read(std::string_view line) const {
    const std::uint64_t word = base::digit_word(line.data() + word_at);
    const std::uint64_t digits = (word << 8U & before_point) | (word & behind_point);
    const auto mantissa = static_cast<double>(base::number_of_word(digits));
    return (is_divided ? mantissa / power : mantissa * power) * times;
  }
};

// Reads what read_runs() reads of such runs; nothing where eight bytes do not hold them.
[[nodiscard]] std::optional<PlacedNumber> placed(std::span<const DigitRun> runs,
                                                 const NumberForm& form, const Scale& scale);

}  // namespace steptail::format
