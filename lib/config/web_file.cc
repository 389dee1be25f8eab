#include "config/web_file.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/path_name.h"
#include "config/bcrypt_text.h"
#include "config/tls_section.h"
#include "yaml/document.h"
#include "yaml/suggest.h"

namespace steptail::config {
namespace {

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\t' || (c >= 0x20 && c < 0x7f); });
}

struct Header {
  std::string_view name;
  std::array<std::string_view, 2> accepted;  // empty: any value
};
constexpr std::array<Header, 5> kHeaders{{{"Content-Security-Policy", {}},
                                          {"X-Frame-Options", {"deny", "sameorigin"}},
                                          {"X-Content-Type-Options", {"nosniff", "nosniff"}},
                                          {"X-XSS-Protection", {}},
                                          {"Strict-Transport-Security", {}}}};

void read_headers(std::optional<yaml::Cursor> section, WebFile& web) {
  if (!section) return;
  yaml::Mapping map = section->mapping();
  for (const Header& header : kHeaders) {
    auto value = map.find(header.name);
    if (!value) continue;
    auto text = value->text();
    if (!text || text->empty()) continue;
    if (!is_printable(*text)) {
      value->complain("holds what no header may hold; write ASCII characters on one line");
    } else if (!header.accepted[0].empty() && *text != header.accepted[0] &&
               *text != header.accepted[1]) {
      value->complain("'" + *text + "' is unknown" + yaml::did_you_mean(*text, header.accepted));
    } else {
      web.headers.emplace_back(header.name, *text);
    }
  }
}

void read_http(std::optional<yaml::Cursor> section, WebFile& web) {
  if (!section) return;
  yaml::Mapping map = section->mapping();
  // Allowed, but never needed: HTTP/1.1 is what is spoken, and clients agree on it by themselves.
  if (auto http2 = map.find("http2")) static_cast<void>(http2->boolean());
  read_headers(map.find("headers"), web);
}

void read_users(std::optional<yaml::Cursor> section, WebFile& web) {
  if (!section) return;
  yaml::Mapping map = section->mapping();
  for (const auto& [key, value] : map.entries()) {
    auto name = key.text();
    auto hash = value.text();
    if (!name || !hash) continue;
    if (name->empty() || name->find(':') != std::string::npos || !is_printable(*name)) {
      key.error("no client can send this as a user's name: write one without ':'");
    }
    if (auto problem = bcrypt_problem(*hash)) {
      value.error("the password of '" + *name + "' " + *problem);
    }
    web.users.emplace(*std::move(name), *std::move(hash));
  }
}

WebFile read_web_file(const yaml::Cursor& root, const std::string& directory) {
  WebFile web;
  yaml::Mapping map = root.mapping();
  if (auto tls = map.find("tls_server_config")) web.tls = read_tls_section(*tls, directory);
  read_http(map.find("http_server_config"), web);
  read_users(map.find("basic_auth_users"), web);
  return web;
}

}  // namespace

base::Checked<WebFile> load_web_file(const std::string& file, const std::string& text) {
  auto document = yaml::Document::parse(file, text);
  if (!document) return tl::unexpected(document.error());
  WebFile web = read_web_file(document->root(), base::directory_of(file));
  if (auto errors = document->errors(); !errors.empty()) return tl::unexpected(std::move(errors));
  return web;
}

}  // namespace steptail::config
