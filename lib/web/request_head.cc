#include "web/request_head.h"

#include <algorithm>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <limits>
#include <optional>

namespace steptail::web {
namespace {

namespace http = boost::beast::http;
using Parser = http::request_parser<http::empty_body>;
using Fields = Parser::value_type;

tl::unexpected<Refusal> refuse(RefusalReason reason, std::string_view detail) {
  return tl::unexpected<Refusal>(Refusal{.status = 400, .reason = reason, .detail = detail});
}

tl::unexpected<Refusal> malformed(std::string_view detail) {
  return refuse(RefusalReason::Malformed, detail);
}

std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }

std::string joined(const Fields& fields, http::field name) {
  std::string all;
  auto [begin, end] = fields.equal_range(name);
  for (auto field = begin; field != end; ++field) {
    if (!all.empty()) all += ", ";
    all += view(field->value());
  }
  return all;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

// "http://host/path" as a proxy's client sends it: what stands after the scheme.
std::optional<std::string_view> after_scheme(std::string_view target) {
  for (std::string_view scheme : {"http://", "https://"}) {
    bool same =
        target.size() >= scheme.size() &&
        boost::beast::iequals({target.data(), scheme.size()}, {scheme.data(), scheme.size()});
    if (same) return target.substr(scheme.size());
  }
  return std::nullopt;
}

// False: not a target of GET.
bool take_target(RequestHead& head, std::string_view target) {
  if (auto rest = after_scheme(target)) {
    auto path = std::min(rest->find_first_of("/?"), rest->size());
    head.host = rest->substr(0, path);
    head.has_host = true;
    target = rest->substr(path);
    if (target.empty() || target.front() == '?')
      return take_target(head, "/" + std::string(target));
  }
  if (!target.starts_with('/')) return false;
  auto question = std::min(target.find('?'), target.size());
  auto path = percent_decoded(target.substr(0, question));
  if (!path) return false;
  head.path = *path;
  if (question < target.size()) head.query = target.substr(question + 1);
  return true;
}

Method method_of(const Fields& fields) {
  if (fields.method() == http::verb::get) return Method::Get;
  return fields.method() == http::verb::head ? Method::Head : Method::Other;
}

}  // namespace

tl::expected<RequestHead, Refusal> parse_request_head(std::string_view bytes) {
  Parser parser;
  parser.header_limit(std::numeric_limits<std::uint32_t>::max());  // bounded by the connection
  parser.body_limit(std::numeric_limits<std::uint64_t>::max());    // the length is looked at below
  boost::beast::error_code error;
  parser.put(boost::asio::buffer(bytes.data(), bytes.size()), error);
  if (error == http::error::bad_content_length || error == http::error::bad_transfer_encoding) {
    return malformed("the length of the body is said in two ways or none");
  }
  if (error || !parser.is_header_done()) return malformed("not an HTTP/1.1 request head");

  const Fields& fields = parser.get();
  RequestHead head;
  head.method = method_of(fields);
  head.http_1_1 = fields.version() == 11;
  head.keep_alive = parser.keep_alive();
  if (fields.count(http::field::transfer_encoding) > 0 || parser.content_length().value_or(0) > 0) {
    return refuse(RefusalReason::Body, "a request may have no body");
  }
  if (fields.count(http::field::host) > 1) return malformed("more than one Host");
  head.has_host = fields.count(http::field::host) == 1;
  if (head.http_1_1 && !head.has_host) return malformed("no Host");
  head.host = view(fields[http::field::host]);
  if (head.method == Method::Other) return head;  // its target may have another form
  if (!take_target(head, view(fields.target()))) return malformed("not a path");
  head.accept = joined(fields, http::field::accept);
  head.accept_encoding = joined(fields, http::field::accept_encoding);
  head.if_none_match = joined(fields, http::field::if_none_match);
  head.authorization = view(fields[http::field::authorization]);
  return head;
}

}  // namespace steptail::web
