#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

namespace steptail::config {

// "250ms" "10s" "5m" "24h" "14d" "2w", also "1h30m" (larger units first, each once). Whole numbers.
// Errors say what would be right.
[[nodiscard]] base::Result<base::Duration> parse_duration(const std::string& text);

// "64KiB" (1024) "1MB" (1000 x 1000) "4096" "4096B". Whole numbers.
[[nodiscard]] base::Result<std::size_t> parse_size(const std::string& text);

// As parse_duration() reads it, in the fewest units: "1h30m", "250ms", "0s".
[[nodiscard]] std::string duration_text(base::Duration duration);

}  // namespace steptail::config
