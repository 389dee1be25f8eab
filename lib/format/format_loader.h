#pragma once

#include <memory>

#include "base/result.h"
#include "format/format.h"
#include "format/format_set.h"

namespace steptail::format {

// Reads one format file strictly. What needs the other files (includes, and rules that come with
// them) is left to format/format_links.h; running samples to format/sample_check.h.
// Errors: everything that is wrong, with file, line, column, and what would be right.
[[nodiscard]] base::Checked<std::unique_ptr<Format>> load_format(const FormatSource& source);

}  // namespace steptail::format
