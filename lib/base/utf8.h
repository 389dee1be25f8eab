#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace steptail::base {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";  // U+FFFD

// The code point that a text begins with. `length` is 0 where there is none: a stray or missing
// continuation byte, an overlong form, a surrogate, something past U+10FFFF, the end of the text.
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;
};
[[nodiscard]] CodePoint first_code_point(std::string_view bytes);

// What a text is gone through by: a code point, or one byte that begins none (its length is 0).
struct TextPart {
  CodePoint point;
  std::string_view bytes;
};
// Takes the first one off. REQUIRES: `text` is not empty.
[[nodiscard]] inline TextPart take_code_point(std::string_view& text) {
  const CodePoint point = first_code_point(text);
  const std::string_view bytes = text.substr(0, std::max<std::size_t>(point.length, 1));
  text.remove_prefix(bytes.size());
  return {point, bytes};
}

// The beginning of a text, at most `most` bytes of it: no code point is cut.
[[nodiscard]] std::string_view first_bytes(std::string_view text, std::size_t most);

// Control characters (C0, DEL, C1) and the two line separators that are none of them: what may not
// reach a terminal or a log.
[[nodiscard]] constexpr bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x2028 || c == 0x2029;
}

}  // namespace steptail::base
