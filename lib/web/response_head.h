#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "web/http.h"

namespace steptail::web {

[[nodiscard]] std::string_view reason_phrase(int status);

// What a connection adds to an answer's head.
struct Framing {
  bool close = false;
  bool say_keep_alive = false;  // to an HTTP/1.0 client that asked for it
  std::optional<base::WallTime> date;
  std::string_view more_lines{};  // of the head, each with its line end
};

// The head of an answer, up to and with the empty line: status, what the answer says, and the
// security headers that stand on every one. Values never hold line breaks, whatever they are made
// of.
[[nodiscard]] std::string render_head(const Response& response, const Framing& framing);

// Whether If-None-Match names the body that the client would get.
[[nodiscard]] bool not_modified(const Response& response, std::string_view if_none_match);
// The same answer without its body.
[[nodiscard]] Response as_not_modified(Response response);

}  // namespace steptail::web
