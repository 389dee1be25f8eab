#pragma once

#include <string>
#include <string_view>

namespace steptail::daemon {

// What paths and log lines may not bring to a terminal becomes '?': control characters (C0, DEL,
// C1, line separators), those that turn the direction of writing, and each byte that is no UTF-8.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace steptail::daemon
