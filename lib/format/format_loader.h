#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "format/format.h"
#include "format/format_set.h"

namespace steptail::format {

// Whether a file must prove its rules by samples. Left out: it was proved before, and they were cut
// off to load it quickly.
enum class Samples : std::uint8_t { Required, LeftOut };

// Reads one format file strictly. What needs the other files (includes, and rules that come with
// them) is left to format/format_links.h; running samples to format/sample_check.h.
// Errors: everything that is wrong, with file, line, column, and what would be right.
[[nodiscard]] base::Checked<std::unique_ptr<Format>> load_format(
    const FormatSource& source, Samples samples = Samples::Required);

// The name that a format in that file must have: "formats/my-trainer.yaml" -> "my-trainer".
[[nodiscard]] std::string_view format_name_of(std::string_view file);

// The text of a format file without its samples, which are most of it.
[[nodiscard]] std::string without_samples(std::string_view text);

}  // namespace steptail::format
