#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tail/path_pattern.h"

namespace steptail::tail {

// Turns the text of a pattern into a PathPattern. One use.
class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text) {}
  base::Result<PathPattern> parse();

 private:
  void sequence(bool in_braces);
  void element();
  void stars();
  void any_components();
  void byte_set();
  void braces();
  void label(std::string_view name);
  void alternatives();
  void literal();

  [[nodiscard]] bool done() const { return failure_.has_value() || at_ >= text_.size(); }
  [[nodiscard]] std::string_view label_between_braces() const;
  void check_label(std::string_view name);
  // Remembers the first thing that is wrong; `column` counts from 0.
  void wrong(std::size_t column, std::string message);
  void find_fixed_prefix();

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::size_t first_wildcard_ = std::string_view::npos;
  PathPattern pattern_;
  std::optional<base::Error> failure_;
};

}  // namespace steptail::tail
