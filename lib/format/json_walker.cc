#include "format/json_walker.h"

#include <charconv>

#include "base/letters.h"

namespace steptail::format {
namespace {

char closing(char open) {
  switch (open) {
    case '[':
      return ']';
    case '(':
      return ')';
    case '{':
      return '}';
    default:
      return '\0';
  }
}

// What is left of `path` behind `key`: of "a.b.c" under "a" it is "b.c". nullopt: it leads
// elsewhere.
std::optional<std::string_view> path_below(std::string_view path, std::string_view key) {
  if (!path.starts_with(key)) return std::nullopt;
  path.remove_prefix(key.size());
  if (path.empty()) return path;
  if (path.front() != '.') return std::nullopt;
  return path.substr(1);
}

// The same for the element of that index; a path that ends at a list means its first.
std::optional<std::string_view> path_below(std::string_view path, std::size_t index) {
  if (path.empty()) return index == 0 ? std::optional(path) : std::nullopt;
  std::size_t wanted = 0;
  const auto [end, problem] = std::from_chars(path.data(), path.data() + path.size(), wanted);
  if (problem != std::errc{} || wanted != index) return std::nullopt;
  return path_below(path, path.substr(0, static_cast<std::size_t>(end - path.data())));
}

}  // namespace

void JsonWalker::skip_blanks() {
  while (base::is_blank(peek())) ++at_;
}

bool JsonWalker::take(char c) {
  skip_blanks();
  if (at_ >= text_.size() || text_[at_] != c) return false;
  ++at_;
  return true;
}

std::optional<std::string_view> JsonWalker::take_text() {
  const char quote = peek();
  if (quote != '"' && quote != '\'') return std::nullopt;
  const std::size_t begin = at_ + 1;
  for (std::size_t i = begin; i < text_.size(); ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (text_[i] == quote) {
      at_ = i + 1;
      return text_.substr(begin, i - begin);
    }
  }
  return std::nullopt;
}

// A text, or a number as Python allows it, up to the colon.
std::optional<std::string_view> JsonWalker::take_key() {
  skip_blanks();
  auto key = take_text();
  if (!key) {
    const std::size_t begin = at_;
    while (base::is_digit(peek())) ++at_;
    if (at_ > begin) key = text_.substr(begin, at_ - begin);
  }
  return key && take(':') ? key : std::nullopt;
}

// A number, a word or a call, up to what ends it outside of its own brackets.
bool JsonWalker::skip_bare() {
  const std::size_t begin = at_;
  while (at_ < text_.size()) {
    const char c = peek();
    if (c == ',' || c == '}' || c == ']' || c == ')') break;
    if (c == '\'' || c == '"') {
      if (!take_text()) return false;
    } else if (closing(c) != '\0') {
      if (!skip_value()) return false;
    } else {
      ++at_;
    }
  }
  return at_ > begin && at_ < text_.size();
}

JsonWalker::Next JsonWalker::next_element(char close) {
  if (take(close)) return Next::End;
  if (!take(',')) return Next::Torn;
  return take(close) ? Next::End : Next::Element;  // Python allows a comma at the end
}

bool JsonWalker::skip_elements(char open) {
  const char close = closing(open);
  ++at_;
  if (take(close)) return true;
  for (;;) {
    if (open == '{' && !take_key()) return false;
    if (!skip_value()) return false;
    const Next next = next_element(close);
    if (next != Next::Element) return next == Next::End;
  }
}

bool JsonWalker::skip_value() {
  skip_blanks();
  const char first = peek();
  if (first == '"' || first == '\'') return take_text().has_value();
  if (closing(first) == '\0') return skip_bare();
  if (depth_ == kMaxDepth) return false;
  ++depth_;
  const bool whole = skip_elements(first);
  --depth_;
  return whole;
}

std::optional<std::string_view> JsonWalker::take_scalar() {
  if (auto text = take_text()) return text;
  const std::size_t begin = at_;
  if (!skip_bare()) return std::nullopt;
  std::string_view bare = text_.substr(begin, at_ - begin);
  while (base::is_blank(bare.back())) bare.remove_suffix(1);
  return bare;
}

std::optional<std::string_view> JsonWalker::find_inside(std::string_view path, char open) {
  const char close = closing(open);
  ++at_;
  for (std::size_t index = 0; !take(close); ++index) {
    const auto key = open == '{' ? take_key() : std::nullopt;
    if (open == '{' && !key) return std::nullopt;
    const auto below = key ? path_below(path, *key) : path_below(path, index);
    const std::size_t value = at_;
    if (below) {
      if (auto found = find(*below)) return found;
      at_ = value;
    }
    if (!skip_value() || next_element(close) != Next::Element) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string_view> JsonWalker::find(std::string_view path) {
  skip_blanks();
  const char first = peek();
  if (closing(first) == '\0') return path.empty() ? take_scalar() : std::nullopt;
  if ((first == '{' && path.empty()) || depth_ == kMaxDepth) return std::nullopt;
  ++depth_;
  auto found = find_inside(path, first);
  --depth_;
  return found;
}

}  // namespace steptail::format
