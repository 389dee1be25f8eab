#include "yaml/report.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "base/utf8.h"

namespace steptail::yaml {
namespace {

constexpr std::size_t kLongestMessage = 1000;

// A message holds texts of the file, and is one line of a terminal or a log: cut where it is long,
// and '?' for what a terminal would take for an order.
std::string one_line(std::string_view message) {
  std::string out;
  while (!message.empty() && out.size() < kLongestMessage) {
    const auto [point, bytes] = base::take_code_point(message);
    const bool shown = point.length > 0 && !base::is_control(point.value);
    out += shown ? bytes : "?";
  }
  return message.empty() ? out : out + "...";
}

}  // namespace

void Report::add(Position at, const std::string& message) {
  errors_.push_back(
      {.message = one_line(message), .file = file_, .line = at.line, .column = at.column});
}

base::Errors Report::in_order() const {
  base::Errors sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const base::Error& a, const base::Error& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  return sorted;
}

}  // namespace steptail::yaml
