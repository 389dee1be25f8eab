#include "web/head_scanner.h"

namespace steptail::web {
namespace {

// Methods are tokens; all of them begin with a letter.
bool can_begin_a_method(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

bool is_request_line(std::string_view line) {
  return line.ends_with(" HTTP/1.1") || line.ends_with(" HTTP/1.0");
}

}  // namespace

HeadScanner::State HeadScanner::feed(std::string_view bytes) {
  while (state_ == State::Incomplete && next_ < bytes.size()) state_ = next(bytes);
  return state_;
}

HeadScanner::State HeadScanner::next(std::string_view bytes) {
  const std::size_t at = next_++;
  const char c = bytes[at];
  const bool after_cr = at > line_ && bytes[at - 1] == '\r';
  if (after_cr != (c == '\n') || c == '\0') return State::Malformed;
  if (at == line_ && c != '\r') {
    const bool folded = c == ' ' || c == '\t';
    if (request_line_seen_ ? folded : !can_begin_a_method(c)) return State::Malformed;
  }
  if (c != '\n') return State::Incomplete;
  const std::string_view line = bytes.substr(line_, at - 1 - line_);
  line_ = next_;
  return line_done(line);
}

HeadScanner::State HeadScanner::line_done(std::string_view line) {
  if (!line.empty()) {
    if (!request_line_seen_ && !is_request_line(line)) return State::Malformed;
    request_line_seen_ = true;
    return State::Incomplete;
  }
  if (request_line_seen_) return State::Complete;
  // Old clients send one empty line after a request.
  if (begin_ != 0) return State::Malformed;
  begin_ = next_;
  return State::Incomplete;
}

}  // namespace steptail::web
