#include "web/basic_auth.h"

#include <cstdint>

namespace steptail::web {
namespace {

int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

std::optional<std::string> base64_decoded(std::string_view text) {
  if (text.empty() || text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && text.ends_with('=')) {
    text.remove_suffix(1);
    ++padding;
  }
  std::string bytes;
  std::uint32_t bits = 0;
  int held = 0;
  for (char c : text) {
    const int value = value_of(c);
    if (value < 0) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>((bits >> static_cast<unsigned>(held)) & 0xffU);
  }
  return bytes;
}

bool is_basic(std::string_view scheme) {
  constexpr std::string_view kBasic = "basic";
  if (scheme.size() != kBasic.size()) return false;
  for (std::size_t i = 0; i < kBasic.size(); ++i) {
    if ((scheme[i] | 0x20) != kBasic[i]) return false;
  }
  return true;
}

}  // namespace

std::optional<Credentials> parse_basic_auth(std::string_view header) {
  const auto blank = header.find(' ');
  if (blank == std::string_view::npos || !is_basic(header.substr(0, blank))) return std::nullopt;
  const auto begin = header.find_first_not_of(' ', blank);
  if (begin == std::string_view::npos) return std::nullopt;
  auto both = base64_decoded(header.substr(begin));
  if (!both) return std::nullopt;
  const auto colon = both->find(':');
  if (colon == std::string::npos) return std::nullopt;
  return Credentials{.user = both->substr(0, colon), .password = both->substr(colon + 1)};
}

}  // namespace steptail::web
