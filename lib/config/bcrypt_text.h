#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace steptail::config {

// Checking a password costs 2 to this power; at 16 it takes seconds.
inline constexpr int kMostBcryptCost = 16;

// What is wrong with a bcrypt hash as htpasswd and others write it, and what would be right;
// nullopt: nothing. Never says the hash itself.
[[nodiscard]] std::optional<std::string> bcrypt_problem(std::string_view hash);

}  // namespace steptail::config
