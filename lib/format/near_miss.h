#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "format/format.h"

namespace steptail::format {

// For the author of a format whose line did not match as hoped. Slow; not for the hot path.

// Why the rule, tried alone, does not match the line, and what would be right; empty: it does,
// where its block is open and its format was seen.
[[nodiscard]] std::string why_not(const Rule& rule, std::string_view line);

struct NearMiss {
  const Rule* rule = nullptr;
  std::string reason{};
};
// The rule of `format` whose literals are most nearly all in the line; nullopt: none is near.
[[nodiscard]] std::optional<NearMiss> nearest_miss(const Format& format, std::string_view line);

}  // namespace steptail::format
