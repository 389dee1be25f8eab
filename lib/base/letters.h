#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace steptail::base {

// ASCII only, whatever the locale: bytes of UTF-8 sequences are no letters.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_alnum(char c) { return is_digit(c) || is_letter(c); }
constexpr bool is_word(char c) { return is_digit(c) || is_letter(c) || c == '_'; }
// A name as programs have them: letters, digits and '_', and no digit first.
constexpr bool is_identifier(std::string_view text) {
  if (text.empty() || is_digit(text.front())) return false;
  for (const char c : text) {
    if (!is_word(c)) return false;
  }
  return true;
}
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

// The byte at a place; NUL behind the end.
constexpr char at_or_end(std::string_view text, std::size_t at) {
  return at < text.size() ? text[at] : '\0';
}

// As many bytes as the word has, in the machine's order.
template <typename Word>
Word load_word(const char* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

template <typename Word>
bool same_words(const char* a, const char* b) {
  return load_word<Word>(a) == load_word<Word>(b);
}

// std::memcmp() == 0 for short texts, without a call.
[[gnu::always_inline]] inline bool same_bytes(const char* a, const char* b, std::size_t size) {
  constexpr std::size_t kLong = sizeof(std::uint64_t);
  constexpr std::size_t kShort = sizeof(std::uint32_t);
  if (size >= 2 * kLong) {
    const auto same_pair = [a, b](std::size_t i) {
      const std::uint64_t first = load_word<std::uint64_t>(a + i) ^ load_word<std::uint64_t>(b + i);
      return (first | (load_word<std::uint64_t>(a + i + kLong) ^
                       load_word<std::uint64_t>(b + i + kLong))) == 0;
    };
    for (std::size_t i = 0; i + 2 * kLong < size; i += 2 * kLong) {
      if (!same_pair(i)) return false;
    }
    return same_pair(size - 2 * kLong);
  }
  if (size >= kLong) {
    return same_words<std::uint64_t>(a, b) &&
           same_words<std::uint64_t>(a + size - kLong, b + size - kLong);
  }
  if (size >= kShort) {
    return same_words<std::uint32_t>(a, b) &&
           same_words<std::uint32_t>(a + size - kShort, b + size - kShort);
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

// Equality of short texts, without a call.
inline bool same_text(std::string_view a, std::string_view b) {
  return a.size() == b.size() && same_bytes(a.data(), b.data(), a.size());
}

}  // namespace steptail::base
