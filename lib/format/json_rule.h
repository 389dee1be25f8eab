#pragma once

#include <optional>
#include <string_view>

#include "format/format.h"
#include "format/number.h"

namespace steptail::format {

// The JSON object, or the Python dictionary, of a line: the line itself, or what follows one of the
// rule's literals (or begins in it: "{'loss'"). Empty: there is none, or it is torn.
// Tolerant: single quotes, None, True, nan, tuples, calls such as tensor(0.5). Bounded depth.
// Pure; no allocation.
[[nodiscard]] std::string_view find_object(std::string_view line, const Rule& rule);

// The number under `path` (keys with dots between; digits index lists; of a list the first entry
// counts) of an object that find_object() gave. A number may stand in quotes.
// Cost: one pass over the object as far as the key.
[[nodiscard]] std::optional<Number> number_at_path(std::string_view object, std::string_view path,
                                                   const Unit& unit);

}  // namespace steptail::format
