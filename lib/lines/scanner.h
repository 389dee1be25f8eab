#pragma once

#include <cstddef>
#include <string_view>

#include "base/letters.h"

namespace steptail::lines {

// Walks over a text from left to right. What does not fit is not taken, and the place stays.
// Thread: one. Lifetime: of the text. Cost: no allocation.
class Scanner {
 public:
  constexpr explicit Scanner(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  [[nodiscard]] constexpr std::size_t at() const { return at_; }
  [[nodiscard]] constexpr std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] constexpr bool at_end() const { return at_ >= text_.size(); }
  // The byte `ahead` of the place; NUL behind the end.
  [[nodiscard]] constexpr char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  constexpr void skip(std::size_t count) { at_ += count; }
  constexpr std::size_t skip_blanks() {
    std::size_t count = 0;
    for (; peek() == ' '; ++at_) ++count;
    return count;
  }
  constexpr bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  constexpr bool take(std::string_view literal) {
    if (!rest().starts_with(literal)) return false;
    at_ += literal.size();
    return true;
  }
  // Exactly `count` digits (at most 9); what follows does not matter.
  constexpr bool take_number(std::size_t count, int& out) {
    if (at_ + count > text_.size()) return false;
    int value = 0;
    for (const char c : text_.substr(at_, count)) {
      if (!base::is_digit(c)) return false;
      value = value * 10 + (c - '0');
    }
    at_ += count;
    out = value;
    return true;
  }
  // One or more digits, at most `max`, none behind them.
  constexpr std::string_view take_digits(std::size_t max) {
    std::size_t count = 0;
    while (base::is_digit(peek(count))) ++count;
    if (count == 0 || count > max) return {};
    at_ += count;
    return text_.substr(at_ - count, count);
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

}  // namespace steptail::lines
