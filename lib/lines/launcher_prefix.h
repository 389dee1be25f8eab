#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/time.h"

namespace steptail::lines {

// What a launcher or collector put before a program's line.
struct Prefix {
  std::size_t size = 0;                  // 0: there is none
  std::string_view rank{};               // its digits, where it says one
  std::optional<base::WallTime> time{};  // the collector's, where it can be told without a zone
};

// The outermost prefix of `text`, one of docs/formats.md ("prefixes"). What could as well be the
// program's own text is left: see the table of doubtful ones in launcher_prefix.cc.
// Pure. Cost: a few comparisons for an ordinary line; no allocation.
[[nodiscard]] Prefix find_prefix(std::string_view text);

// How much of `text` is left when rank tags glued to its end are taken off ("s/it][1,0]<stderr>:"):
// another rank began to write there. A tag behind a digit stays, so that the number before it,
// which may be cut, is not taken for a whole one.
[[nodiscard]] std::size_t size_without_trailing_tags(std::string_view text);

}  // namespace steptail::lines
