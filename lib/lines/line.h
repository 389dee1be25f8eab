#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time.h"

namespace steptail::lines {

// One line as the splitter cuts it: bytes as in the file, without its line end.
struct RawLine {
  std::string_view bytes;
  std::uint64_t begin = 0;  // offset of the first byte in the file
  std::uint64_t end = 0;    // offset after the line end
  bool truncated = false;   // longer than the limit; `bytes` holds its first part
  bool by_cr = false;       // ended by a lone CR: a bar that will be redrawn
};

// One line as the formats see it: ANSI escapes, backspaces, NULs and launcher and collector
// prefixes are gone.
// Lifetime: `text` and `rank` are valid until the next call of the stage that made them.
struct Line {
  std::string_view text;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string_view rank;  // from a launcher prefix; empty where none says
  // The collector's time (CRI, docker, journald); the line's own, if any, is found on demand by
  // find_timestamp(), since most lines never need it.
  std::optional<base::WallTime> collected;
};

}  // namespace steptail::lines
