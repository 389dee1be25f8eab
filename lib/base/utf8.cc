#include "base/utf8.h"

#include <array>
#include <cstdint>

namespace steptail::base {
namespace {

// A lead byte, by how many bytes it begins: which bits say so, which carry the value, and the
// smallest value that needs as many.
struct Form {
  std::uint32_t mask, lead, least;
};
constexpr std::array<Form, 4> kForms{
    {{0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}}};
constexpr std::uint32_t kLast = 0x10FFFF;

std::uint32_t byte_at(std::string_view bytes, std::size_t index) {
  return static_cast<unsigned char>(bytes[index]);
}

// A byte inside of a code point.
bool continues(std::uint32_t byte) { return (byte & 0xC0U) == 0x80U; }

}  // namespace

CodePoint first_code_point(std::string_view bytes) {
  if (bytes.empty()) return {};
  const std::uint32_t lead = byte_at(bytes, 0);
  std::size_t length = 1;
  while (length <= kForms.size() && (lead & kForms[length - 1].mask) != kForms[length - 1].lead) {
    ++length;
  }
  if (length > kForms.size() || length > bytes.size()) return {};
  std::uint32_t value = lead & ~kForms[length - 1].mask;
  for (std::size_t i = 1; i < length; ++i) {
    const std::uint32_t next = byte_at(bytes, i);
    if (!continues(next)) return {};
    value = (value << 6U) | (next & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kForms[length - 1].least || value > kLast || surrogate) return {};
  return {.value = value, .length = length};
}

std::string_view first_bytes(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && continues(byte_at(text, most))) --most;
  return text.substr(0, most);
}

}  // namespace steptail::base
