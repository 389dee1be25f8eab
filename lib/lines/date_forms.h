#pragma once

#include <optional>
#include <string_view>

#include "lines/civil_time.h"

namespace steptail::lines {

// The date and time written at text[at], in any of the forms of docs/formats.md ("timestamps").
// Without a year the result's year is 0. Pure. Cost: O(1), no allocation.
[[nodiscard]] std::optional<CivilTime> date_at(std::string_view text, std::size_t at);

}  // namespace steptail::lines
