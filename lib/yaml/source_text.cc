#include "yaml/source_text.h"

#include <cstdint>

namespace steptail::yaml {
namespace {

std::string hex(unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return {'0', 'x', kDigits[byte >> 4U], kDigits[byte & 0xfU]};
}

bool is_continuation(unsigned char byte) { return (byte & 0xc0U) == 0x80U; }

// Bytes of the UTF-8 sequence that `text` begins with; 0: none (overlong, surrogate, cut).
std::size_t sequence_bytes(std::string_view text) {
  auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
  };
  const unsigned char first = byte(0);
  const unsigned char second = byte(1);
  if (first < 0x80) return 1;
  if (!is_continuation(second)) return 0;
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (!is_continuation(byte(2))) return 0;
  if (first == 0xe0 && second < 0xa0) return 0;
  if (first == 0xed && second > 0x9f) return 0;
  if (first >= 0xe0 && first <= 0xef) return 3;
  if (!is_continuation(byte(3))) return 0;
  if (first == 0xf0 && second < 0x90) return 0;
  if (first == 0xf4 && second > 0x8f) return 0;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

bool is_forbidden(unsigned char byte) {
  return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f;
}

}  // namespace

std::optional<BadByte> find_bad_byte(std::string_view text) {
  Position at{.line = 1, .column = 1};
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (is_forbidden(byte)) {
      return BadByte{at, "control character " + hex(byte) +
                             "; write it as an escape in double quotes, such as \"\\e\""};
    }
    const std::size_t bytes = sequence_bytes(text.substr(i));
    if (bytes == 0)
      return BadByte{at, "byte " + hex(byte) + " is not UTF-8; save the file as UTF-8"};
    if (byte == '\n') {
      at = {.line = at.line + 1, .column = 1};
    } else {
      at.column += static_cast<int>(bytes);
    }
    i += bytes;
  }
  return std::nullopt;
}

}  // namespace steptail::yaml
