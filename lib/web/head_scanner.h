#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace steptail::web {

// Finds where a request head ends while its bytes come in, and tells early what cannot become one:
// what does not begin with a request line of HTTP/1.0 or 1.1 (binary bytes, TLS, HTTP/0.9 and 2), a
// bare CR or LF, a NUL, a folded line. Whether the rest means anything is request_head's question.
// Contract: feed() gets all bytes since reset(), each time more; it looks at the new ones only.
class HeadScanner {
 public:
  enum class State : std::uint8_t { Incomplete, Complete, Malformed };

  State feed(std::string_view bytes);
  void reset() { *this = HeadScanner(); }

  // Of a complete head: where it begins (an empty line in front is skipped) and ends.
  [[nodiscard]] std::size_t begin() const { return begin_; }
  [[nodiscard]] std::size_t end() const { return line_; }

 private:
  State next(std::string_view bytes);
  State line_done(std::string_view line);

  std::size_t begin_ = 0;
  std::size_t line_ = 0;  // where the current line begins
  std::size_t next_ = 0;  // the first byte not looked at
  bool request_line_seen_ = false;
  State state_ = State::Incomplete;
};

}  // namespace steptail::web
