#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "support/exposition.h"

namespace steptail::support {

// The grammar of one sample line: `name{label="value",...} number`.
[[nodiscard]] base::Result<Sample> parse_sample(std::string_view line, ExpositionFormat format);

[[nodiscard]] bool is_metric_name(std::string_view name);
[[nodiscard]] bool is_utf8(std::string_view text);
// Whether HELP text holds only the escapes that the format knows.
[[nodiscard]] bool is_help_text(std::string_view text, ExpositionFormat format);

}  // namespace steptail::support
