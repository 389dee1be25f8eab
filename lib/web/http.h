#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace steptail::web {

// A request head as the handlers see it. Only GET and HEAD reach them.
struct Request {
  std::string_view path;             // decoded, without the query
  std::string_view query;
  std::string_view accept;
  std::string_view accept_encoding;
  std::string_view if_none_match;
};

// A whole answer. `body` may be shared by many answers at once.
struct Response {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body;
  bool gzip = false;  // body is gzip-compressed already
  std::string etag;   // without quotes; empty: none
};

// Thread: called on an HTTP thread, several at once: must be safe for that and must not block.
using Handler = std::function<Response(const Request&)>;

}  // namespace steptail::web
