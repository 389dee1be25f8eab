#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "format/format.h"
#include "format/format_set.h"

namespace steptail::format {

// Reads one format file strictly. What needs the other files (includes, and rules that come with
// them) is left to format/format_links.h; running samples to format/sample_check.h.
// Errors: everything that is wrong, with file, line, column, and what would be right.
[[nodiscard]] base::Checked<std::unique_ptr<Format>> load_format(
    const FormatSource& source, Samples samples = Samples::Required);

// The name that a format in that file must have: "formats/my-trainer.yaml" -> "my-trainer".
[[nodiscard]] std::string_view format_name_of(std::string_view file);
// Lower case letters, digits and '-'.
[[nodiscard]] bool is_format_name(std::string_view text);

}  // namespace steptail::format
