#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace steptail::web {

// A request head as the handlers see it. Only GET and HEAD reach them, and they need not tell one
// from the other. Views live as long as the call.
struct Request {
  std::string_view path;   // percent-decoded, without the query: any bytes
  std::string_view query;  // as sent
  std::string_view accept;
  std::string_view accept_encoding;
  std::string_view authorization;
};

// A whole answer. The server adds length, connection and security headers, and turns it into a 304
// where the client has the body that `etag` names.
struct Response {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body;  // may be shared by many answers at once; null: empty
  bool gzip = false;                        // body is gzip-compressed already
  std::string etag{};                       // without quotes; empty: none
  std::string vary{};  // request headers that the answer depends on; empty: none
  std::vector<std::pair<std::string, std::string>> headers{};  // more of them, names and values
};

// A short answer in plain text.
[[nodiscard]] inline Response text_response(int status, std::string text) {
  return {.status = status, .body = std::make_shared<const std::string>(std::move(text))};
}

// Thread: called on an HTTP thread, several at once: must be safe for that and must not block.
using Handler = std::function<Response(const Request&)>;

}  // namespace steptail::web
