#pragma once

#include <string>
#include <string_view>

namespace steptail::base {

// Paths as text. Pure.

[[nodiscard]] std::string directory_of(const std::string& path);  // without a slash: "."
[[nodiscard]] std::string base_name(const std::string& path);
// In "." a name stays as it is.
[[nodiscard]] std::string join(const std::string& directory, std::string_view name);

}  // namespace steptail::base
