#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace steptail::base {

// Label names that Prometheus or our own series use beside the identity of a run, so that neither
// a path pattern nor a static label may bear them.
inline constexpr std::array<std::string_view, 16> kReservedLabels{
    "job",  "instance", "le",    "quantile", "phase", "stat",   "component", "split",
    "kind", "key",      "state", "class",    "field", "format", "path",      "attempt"};

constexpr bool is_reserved_label(std::string_view name) {
  return name.starts_with("__") ||
         std::find(kReservedLabels.begin(), kReservedLabels.end(), name) != kReservedLabels.end();
}

}  // namespace steptail::base
