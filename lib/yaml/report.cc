#include "yaml/report.h"

#include <algorithm>
#include <tuple>

namespace steptail::yaml {
namespace {

constexpr std::size_t kLongestMessage = 1000;

// A message holds texts of the file, and is one line of a terminal or a log.
std::string one_line(std::string message) {
  if (message.size() > kLongestMessage) {
    std::size_t end = kLongestMessage;
    while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xc0U) == 0x80U) --end;
    message.resize(end);
    message += "...";
  }
  std::replace_if(
      message.begin(), message.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return message;
}

}  // namespace

void Report::add(Position at, std::string message) {
  errors_.push_back({.message = one_line(std::move(message)),
                     .file = file_,
                     .line = at.line,
                     .column = at.column});
}

base::Errors Report::in_order() const {
  base::Errors sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const base::Error& a, const base::Error& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  return sorted;
}

}  // namespace steptail::yaml
