#pragma once

#include <string>
#include <string_view>

#include "format/record.h"

namespace steptail::format {

// What lines said, in the words of format files, for their authors.

// Shortest that reads back the same; nan, inf, -inf.
[[nodiscard]] std::string number_text(double number);
// "loss", "phase_seconds{forward}".
[[nodiscard]] std::string value_name(Field field, std::string_view label);
// "progress iteration=7 loss=3.1 phase_seconds{forward,max}=0.02": what the rule means, then every
// value, labels and stat in braces.
[[nodiscard]] std::string record_text(const Record& record);

}  // namespace steptail::format
