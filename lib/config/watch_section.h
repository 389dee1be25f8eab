#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "yaml/cursor.h"

namespace steptail::config {

// Reads the list `watch:`. `stall` is the file's own, which every entry starts from. Errors go to
// the document.
[[nodiscard]] std::vector<WatchEntry> read_watch(std::optional<yaml::Cursor> section,
                                                 const run::StallOptions& stall);

// What is wrong with the name of an entry and what would be right; nullopt: nothing.
[[nodiscard]] std::optional<std::string> entry_name_problem(const std::string& name);

}  // namespace steptail::config
