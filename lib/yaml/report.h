#pragma once

#include <string>
#include <utility>

#include "base/result.h"
#include "yaml/cursor.h"

namespace steptail::yaml {

// Collects what is wrong with one file.
class Report {
 public:
  explicit Report(std::string file) : file_(std::move(file)) {}
  // Control characters of the message become '?', and it is cut where it is very long.
  void add(Position at, const std::string& message);
  [[nodiscard]] base::Errors in_order() const;  // by position

 private:
  std::string file_;
  base::Errors errors_;
};

}  // namespace steptail::yaml
