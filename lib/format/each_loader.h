#pragma once

#include <optional>
#include <string>
#include <vector>

#include "format/format.h"
#include "yaml/cursor.h"

namespace steptail::format {

// `each` of a rule whose literals are `when`: one list of cells or several. What is wrong becomes
// an error of the document.
[[nodiscard]] std::vector<EachRule> load_each(const yaml::Cursor& cursor,
                                              const std::vector<Literal>& when);

// Behind the separator of the first literal that holds it.
[[nodiscard]] std::optional<CellsBegin> begin_of_cells(const std::vector<Literal>& when,
                                                       const std::string& separator);

}  // namespace steptail::format
