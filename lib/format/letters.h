#pragma once

namespace steptail::format {

// ASCII only, whatever the locale: bytes of UTF-8 sequences are no letters.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_word(char c) { return is_digit(c) || is_letter(c) || c == '_'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

}  // namespace steptail::format
