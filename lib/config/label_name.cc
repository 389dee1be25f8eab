#include "config/label_name.h"

#include "base/letters.h"
#include "base/reserved_label.h"

namespace steptail::config {

std::optional<std::string> label_name_problem(std::string_view name) {
  if (!base::is_identifier(name)) {
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
