#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "format/unit.h"

namespace steptail::format {

// Digits that stand together in a line, as met on the way through it.
struct DigitRun {
  std::uint16_t begin = 0;  // in the line
  std::uint16_t size = 0;
  std::uint64_t value = 0;  // of no meaning where there are more than kMostPlainDigits
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

// What read_plain_number() would read from these runs. False: what it would not read.
// Cost: some ten instructions.
[[nodiscard]] bool read_runs(std::span<const DigitRun> runs, const NumberForm& form,
                             const Scale& scale, double& number);

}  // namespace steptail::format
