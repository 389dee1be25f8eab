#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace steptail::format {

// Walks over one JSON value (or what Python prints for a dictionary) without building anything.
// Contract: nesting deeper than kMaxDepth is no value. Thread: one. Lifetime: views into the text.
class JsonWalker {
 public:
  static constexpr int kMaxDepth = 32;

  explicit JsonWalker(std::string_view text) : text_(text) {}

  // Moves behind the value at the front; false: it is torn or none.
  [[nodiscard]] bool skip_value();
  // From the front of a value: the scalar under `path` as printed (of a text, what stands between
  // its quotes), or the first of a list there.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view path);
  [[nodiscard]] std::size_t position() const { return at_; }

 private:
  enum class Next : std::uint8_t { Element, End, Torn };

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks();
  bool take(char c);
  std::optional<std::string_view> take_text();
  std::optional<std::string_view> take_key();
  std::optional<std::string_view> take_scalar();
  bool skip_bare();
  bool skip_elements(char open);
  Next next_element(char close);
  std::optional<std::string_view> find_inside(std::string_view path, char open);

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace steptail::format
