#include "yaml/report.h"

#include <algorithm>
#include <tuple>

namespace steptail::yaml {

void Report::add(Position at, std::string message) {
  errors_.push_back(
      {.message = std::move(message), .file = file_, .line = at.line, .column = at.column});
}

base::Errors Report::in_order() const {
  base::Errors sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const base::Error& a, const base::Error& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  return sorted;
}

}  // namespace steptail::yaml
