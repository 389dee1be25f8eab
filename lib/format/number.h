#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "format/unit.h"

namespace steptail::format {

// A number read from a line, in base units.
struct Number {
  double value = 0;
  std::size_t begin = 0;
  std::size_t end = 0;           // offset behind it and its glued unit
  std::size_t suffix_bytes = 0;  // of that unit
  bool is_whole = false;         // neither point, exponent nor suffix
  bool thousands = false;        // commas might have grouped digits
};

// Reads the number that stands at `at`, with a unit glued to it, as docs/format-language.md says
// ("How `after` finds its number"). nullopt: None and N/A, a version, a date, a time of day, a
// number that runs into a word or into another writer's prefix.
// `thousands`: commas may group digits. A duration (unit hms) is read by format/duration_text.h.
// Pure. Cost: the bytes of the number and a few behind it; no allocation.
[[nodiscard]] std::optional<Number> read_number(std::string_view text, std::size_t at,
                                                const Unit& unit, bool thousands);

// The short way of read_number(), for what nearly every number is: few digits, perhaps a minus, a
// point and an exponent, and behind them (and a unit of `suffix_bytes`, which is not looked at) a
// byte that no number goes on with. False: take the long way.
[[nodiscard]] bool read_plain_number(std::string_view text, std::size_t at, const Scale& scale,
                                     std::size_t suffix_bytes, Number& number);

}  // namespace steptail::format
