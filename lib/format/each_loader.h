#pragma once

#include <vector>

#include "format/format.h"
#include "yaml/cursor.h"

namespace steptail::format {

// `each` of a rule: one list of cells or several. What is wrong becomes an error of the document.
[[nodiscard]] std::vector<EachRule> load_each(const yaml::Cursor& cursor);

}  // namespace steptail::format
