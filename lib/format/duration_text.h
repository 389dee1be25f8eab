#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "format/number.h"

namespace steptail::format {

// Reads a duration as people print it, in seconds: `1:02:03`, `12:30` (minutes), `0:36:58.55`,
// `1 day, 4:11:09`, `3 days, 1:20:41`, `2h 21m 10s`, `5d13h2m1s`, `42s`, `1 hour, 1 minute and 42.5
// seconds`. nullopt: anything else.
// Pure; no allocation.
[[nodiscard]] std::optional<Number> read_duration(std::string_view text, std::size_t at);

}  // namespace steptail::format
