#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace steptail::format {

// How often a byte stands in the logs of training runs, 255 most often: what to look for first.
[[nodiscard]] std::uint8_t byte_commonness(unsigned char byte);

// A text to search for in many lines. Immutable; any thread.
class Literal {
 public:
  // Not empty.
  explicit Literal(std::string text);

  [[nodiscard]] const std::string& text() const { return text_; }
  // Where it stands first in `line` at or behind `from`; npos: nowhere.
  // Cost: compares the two rarest bytes of the literal with 16 bytes of the line at a time.
  [[nodiscard]] std::size_t find(std::string_view line, std::size_t from = 0) const;
  [[nodiscard]] bool is_in(std::string_view line) const {
    return find(line) != std::string_view::npos;
  }

 private:
  [[nodiscard]] bool matches_at(std::string_view line, std::size_t at) const;

  std::string text_;
  std::size_t first_rare_ = 0;  // offsets in text_
  std::size_t second_rare_ = 0;
};

}  // namespace steptail::format
