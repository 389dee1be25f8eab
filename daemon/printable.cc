#include "daemon/printable.h"

#include <algorithm>

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
  while (!text.empty()) {
    const auto [point, bytes] = base::take_code_point(text);
    const bool shown =
        point.length > 0 && !base::is_control(point.value) && !turns_direction(point.value);
    safe += shown ? bytes : "?";
  }
  return safe;
}

std::string shortened(std::string_view text, std::size_t most) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  if (text.size() <= most) return printable(text);
  const std::size_t word = text.substr(0, most + 1).rfind(' ');
  const bool late = word != std::string_view::npos && word >= most / 2;
  text = late ? text.substr(0, word) : base::first_bytes(text, most);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return printable(text) + " ...";
}

}  // namespace steptail::daemon
