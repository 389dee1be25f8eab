#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "web/refusal.h"

namespace steptail::web {

enum class Method : std::uint8_t { Get, Head, Other };

// A request head, taken apart.
struct RequestHead {
  Method method = Method::Get;
  bool http_1_1 = true;
  bool keep_alive = true;
  bool has_host = false;
  std::string host;   // of the target where it names one, else the Host header
  std::string path;   // percent-decoded
  std::string query;  // as sent
  std::string accept, accept_encoding, authorization, if_none_match;  // lists joined by commas
};

// Parses one complete head (HeadScanner says where it ends) by the letter.
// Errors: a refusal for whatever is malformed, framed in two ways, or has a body. Pure.
[[nodiscard]] tl::expected<RequestHead, Refusal> parse_request_head(std::string_view head);

}  // namespace steptail::web
