#include "web/listen_address.h"

#include <charconv>

#include "config/listen_address.h"

namespace steptail::web {

base::Result<ListenAddress> parse_listen_address(std::string_view text) {
  if (auto problem = config::listen_address_problem(text)) {
    return base::fail("listen address " + *problem);
  }
  ListenAddress address;
  auto colon = text.rfind(':');
  std::string_view host = text.substr(0, colon), port = text.substr(colon + 1);
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  address.host = host;
  std::from_chars(port.data(), port.data() + port.size(), address.port);
  return address;
}

std::string address_text(std::string_view ip, std::uint16_t port) {
  std::string text(ip);
  if (ip.find(':') != std::string_view::npos) text = "[" + text + "]";
  return text + ":" + std::to_string(port);
}

}  // namespace steptail::web
