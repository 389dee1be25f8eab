#include "daemon/printable.h"

#include <algorithm>
#include <cstddef>

#include "base/utf8.h"

namespace steptail::daemon {
namespace {

// Marks, embeddings, overrides and isolates of Unicode's algorithm for two directions.
bool turns_direction(char32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string safe;
  for (std::size_t at = 0; at < text.size();) {
    const base::CodePoint point = base::first_code_point(text.substr(at));
    const std::size_t bytes = std::max<std::size_t>(point.length, 1);
    const bool shown =
        point.length > 0 && !base::is_control(point.value) && !turns_direction(point.value);
    safe += shown ? text.substr(at, bytes) : "?";
    at += bytes;
  }
  return safe;
}

}  // namespace steptail::daemon
