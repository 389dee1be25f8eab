#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace steptail::web {

// Where to listen: "host:port", "[v6]:port", or ":port" for every address of the machine.
struct ListenAddress {
  std::string host;  // empty: every address
  std::uint16_t port = 0;

  bool operator==(const ListenAddress&) const = default;
};

// Error: what is wrong and what would be right.
[[nodiscard]] base::Result<ListenAddress> parse_listen_address(std::string_view text);

// "127.0.0.1:80", "[::1]:80".
[[nodiscard]] std::string address_text(std::string_view ip, std::uint16_t port);

}  // namespace steptail::web
