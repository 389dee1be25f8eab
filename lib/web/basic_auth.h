#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace steptail::web {

struct Credentials {
  std::string user;
  std::string password;
};

// Takes the value of an Authorization header apart. nullopt: not the Basic scheme, or not by the
// letter. Pure.
[[nodiscard]] std::optional<Credentials> parse_basic_auth(std::string_view header);

}  // namespace steptail::web
