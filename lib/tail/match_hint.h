#pragma once

#include <string>

#include "base/file_system.h"
#include "tail/path_pattern.h"

namespace steptail::tail {

// Why a pattern that matches no file may never do, and what would be right, for a person; empty: it
// may yet. Cost: asks about two paths.
[[nodiscard]] std::string match_hint(base::FileSystem& fs, const PathPattern& pattern);

}  // namespace steptail::tail
