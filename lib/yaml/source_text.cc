#include "yaml/source_text.h"

#include "base/utf8.h"

namespace steptail::yaml {
namespace {

std::string hex(unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return {'0', 'x', kDigits[byte >> 4U], kDigits[byte & 0xfU]};
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
    const std::size_t bytes = base::first_code_point(text.substr(i)).length;
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
