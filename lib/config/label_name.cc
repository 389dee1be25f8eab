#include "config/label_name.h"

#include <algorithm>

#include "base/reserved_label.h"

namespace steptail::config {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<std::string> label_name_problem(std::string_view name) {
  const bool grammar =
      !name.empty() && is_letter(name[0]) &&
      std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); });
  if (!grammar) {
    return "is no label name; use letters, digits and '_', and no digit first";
  }
  if (name.starts_with("__")) return "is reserved for Prometheus; begin with one '_' at most";
  if (name == "run" || name == "rank") {
    return "comes from the path; write {" + std::string(name) + "} into the pattern";
  }
  if (base::is_reserved_label(name)) {
    return "is a label of other series already; choose another name";
  }
  return std::nullopt;
}

}  // namespace steptail::config
