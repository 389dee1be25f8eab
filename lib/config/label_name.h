#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace steptail::config {

// What is wrong with `name` as a static label of a watch entry, and what would be right; nullopt:
// nothing.
[[nodiscard]] std::optional<std::string> label_name_problem(std::string_view name);

}  // namespace steptail::config
