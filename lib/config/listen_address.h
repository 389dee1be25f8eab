#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace steptail::config {

// What is wrong with `text` as an address to listen on ("127.0.0.1:10480", "[::1]:10480",
// "localhost:0", ":10480") and what would be right; nullopt: nothing. Looks no names up.
[[nodiscard]] std::optional<std::string> listen_address_problem(std::string_view text);

}  // namespace steptail::config
