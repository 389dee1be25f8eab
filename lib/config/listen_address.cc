#include "config/listen_address.h"

#include <charconv>

namespace steptail::config {
namespace {

constexpr std::string_view kHostCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
constexpr std::string_view kAddressCharacters = "0123456789abcdefABCDEF:.%";

bool is_port(std::string_view text) {
  unsigned port = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), port);
  return problem == std::errc{} && end == text.data() + text.size() && port <= 65535;
}

bool is_host(std::string_view host) {
  return host.find_first_not_of(kHostCharacters) == std::string_view::npos;
}

bool is_bracketed_address(std::string_view host) {
  if (host.size() < 4 || !host.starts_with('[') || !host.ends_with(']')) return false;
  auto address = host.substr(1, host.size() - 2);
  if (auto zone = address.find('%'); zone != std::string_view::npos) {
    if (!is_host(address.substr(zone + 1))) return false;
    address = address.substr(0, zone);
  }
  return address.find(':') != std::string_view::npos &&
         address.find_first_not_of(kAddressCharacters) == std::string_view::npos;
}

}  // namespace

std::optional<std::string> listen_address_problem(std::string_view text) {
  constexpr std::string_view kRight =
      "; write HOST:PORT, such as '127.0.0.1:10480', '[::1]:10480' or ':10480'";
  std::string shown = "'" + std::string(text.substr(0, 80)) + "' ";
  auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return shown + "has no port" + std::string(kRight);
  auto host = text.substr(0, colon);
  if (!is_host(host) && !is_bracketed_address(host)) {
    bool bare_v6 = host.find(':') != std::string_view::npos &&
                   host.find_first_not_of(kAddressCharacters) == std::string_view::npos;
    return shown + (bare_v6 ? "needs brackets around the address" : "has no such host") +
           std::string(kRight);
  }
  if (!is_port(text.substr(colon + 1))) {
    return shown + "has no port from 0 to 65535" + std::string(kRight);
  }
  return std::nullopt;
}

}  // namespace steptail::config
