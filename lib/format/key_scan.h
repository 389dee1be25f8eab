#pragma once

#include <optional>
#include <string_view>

#include "format/literal.h"
#include "format/number.h"

namespace steptail::format {

// The number behind a literal: how `after` of a format file reads (docs/format-language.md).
// The literal must not be glued to a word before it; blanks, one `:` or `=`, blanks and an opening
// bracket or quote may stand between it and the number. Where one place fails, the next is tried.
// `first`: where the literal stands first in the line, if that is known; npos: nowhere.
// `doubtful`, if given: set where a place was passed over that other digits might have made good.
// Pure; no allocation.
[[nodiscard]] std::optional<Number> number_after(std::string_view line, const Literal& literal,
                                                 std::size_t first, const Unit& unit,
                                                 bool* doubtful = nullptr);
[[nodiscard]] inline std::optional<Number> number_after(std::string_view line,
                                                        const Literal& literal, const Unit& unit) {
  return number_after(line, literal, literal.find(line), unit);
}

// The number that `text` holds by itself: the text of a regex group or of a JSON value. Blanks, a
// quote or a bracket may stand in front, anything behind it.
[[nodiscard]] std::optional<Number> number_in(std::string_view text, const Unit& unit);

// Where a number that belongs to what ends at `at` would begin; `thousands`: no bracket was passed,
// so that commas may group digits.
struct NumberPlace {
  std::size_t at = 0;
  bool thousands = true;
};
[[nodiscard]] NumberPlace place_of_number(std::string_view line, std::size_t at);

}  // namespace steptail::format
