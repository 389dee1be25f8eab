#include <CLI/CLI.hpp>
#include <asio.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "daemon/commands.h"

namespace steptail::daemon {
namespace {

constexpr const char* kDefaultUrl = "http://127.0.0.1:10480";
constexpr std::chrono::seconds kTimeout{5};

struct Address {
  std::string authority;  // as given: what the Host header says
  std::string host;
  std::string port = "80";
};

Address split_url(std::string url) {
  if (url.starts_with("http://")) url.erase(0, 7);
  url = url.substr(0, url.find('/'));
  Address address{.authority = url};
  std::size_t colon = url.find_last_of(':');
  if (colon != std::string::npos && url.find(']', colon) == std::string::npos) {
    address.port = url.substr(colon + 1);
    url.erase(colon);
  }
  if (url.starts_with('[') && url.ends_with(']')) url = url.substr(1, url.size() - 2);
  address.host = url;
  return address;
}

// The status line of GET /-/healthy; empty when nothing answered.
std::string ask(const Address& address) {
  asio::ip::tcp::iostream stream;
  stream.expires_after(kTimeout);
  stream.connect(address.host, address.port);
  stream << "GET /-/healthy HTTP/1.1\r\nHost: " << address.authority
         << "\r\nConnection: close\r\n\r\n"
         << std::flush;
  std::string line;
  std::getline(stream, line);
  return line;
}

int healthcheck(const std::string& url) {
  std::string line = ask(split_url(url));
  if (line.starts_with("HTTP/1.1 200")) return 0;
  std::fprintf(stderr, "steptail: %s is not healthy: %s\n", url.c_str(),
               line.empty() ? "no answer" : line.c_str());
  return 1;
}

}  // namespace

void add_healthcheck_command(CLI::App& app, int& status) {
  auto url = std::make_shared<std::string>(kDefaultUrl);
  CLI::App* command =
      app.add_subcommand("healthcheck", "Exit 0 if a running daemon answers (for containers)");
  command->add_option("URL", *url, "Where it listens")->capture_default_str();
  command->callback([url, &status] { status = healthcheck(*url); });
}

}  // namespace steptail::daemon
