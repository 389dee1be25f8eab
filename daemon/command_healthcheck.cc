#include <CLI/CLI.hpp>
#include <asio.hpp>
#include <asio/ssl.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "daemon/commands.h"

namespace steptail::daemon {
namespace {

constexpr const char* kDefaultUrl = "http://127.0.0.1:10480";
constexpr std::chrono::seconds kTimeout{5};

struct Address {
  bool tls = false;
  std::string authority;  // as given: what the Host header says
  std::string host;
  std::string port = "80";
};

Address split_url(std::string url) {
  Address address;
  address.tls = url.starts_with("https://");
  if (address.tls) address.port = "443";
  if (url.starts_with("http://") || address.tls) url.erase(0, url.find("//") + 2);
  url = url.substr(0, url.find('/'));
  address.authority = url;
  std::size_t colon = url.find_last_of(':');
  if (colon != std::string::npos && url.find(']', colon) == std::string::npos) {
    address.port = url.substr(colon + 1);
    url.erase(colon);
  }
  if (url.starts_with('[') && url.ends_with(']')) url = url.substr(1, url.size() - 2);
  address.host = url;
  return address;
}

std::string request(const Address& address) {
  return "GET /-/healthy HTTP/1.1\r\nHost: " + address.authority + "\r\nConnection: close\r\n\r\n";
}

// What came, or why nothing did.
std::string ask_plainly(const Address& address) {
  asio::ip::tcp::iostream stream;
  stream.expires_after(kTimeout);
  stream.connect(address.host, address.port);
  stream << request(address) << std::flush;
  std::string line;
  std::getline(stream, line);
  return line.empty() ? stream.error().message() : line;
}

// Whose certificate it is makes no difference: nothing is told, and the answer is only believed
// about health.
std::string ask_in_tls(const Address& address) {
  asio::io_context io;
  asio::ssl::context context(asio::ssl::context::tls_client);
  asio::ssl::stream<asio::ip::tcp::socket> stream(io, context);
  std::string answer;
  asio::error_code failed;
  const auto go_on = [&](auto next) {
    return [&, next](const asio::error_code& error, auto&&...) {
      error ? void(failed = error) : next();
    };
  };
  const std::string head = request(address);
  const auto read = [&] {
    asio::async_read_until(stream, asio::dynamic_buffer(answer), '\n', go_on([] {}));
  };
  const auto write = [&] { asio::async_write(stream, asio::buffer(head), go_on(read)); };
  const auto shake = [&] { stream.async_handshake(asio::ssl::stream_base::client, go_on(write)); };
  asio::ip::tcp::resolver resolver(io);
  auto found = resolver.resolve(address.host, address.port, failed);
  if (failed) return failed.message();
  asio::async_connect(stream.next_layer(), found, go_on(shake));
  io.run_for(kTimeout);
  return answer.empty() ? (failed ? failed.message() : "no answer in time")
                        : answer.substr(0, answer.find('\n'));
}

// Whoever asks for a password or a certificate is well: the page is not for everybody, that is all.
bool is_healthy(const std::string& answer) {
  return answer.starts_with("HTTP/1.1 200") || answer.starts_with("HTTP/1.1 401") ||
         answer.find("certificate required") != std::string::npos;
}

int healthcheck(const std::string& url) {
  const Address address = split_url(url);
  const std::string answer = address.tls ? ask_in_tls(address) : ask_plainly(address);
  if (is_healthy(answer)) return 0;
  std::fprintf(stderr, "steptail: %s is not healthy: %s\n", url.c_str(), answer.c_str());
  return 1;
}

}  // namespace

void add_healthcheck_command(CLI::App& app, int& status) {
  auto url = std::make_shared<std::string>(kDefaultUrl);
  CLI::App* command =
      app.add_subcommand("healthcheck", "Exit 0 if a running daemon answers (for containers)");
  command->add_option("URL", *url, "Where it listens; https:// where it has a certificate")
      ->capture_default_str();
  command->callback([url, &status] { status = healthcheck(*url); });
}

}  // namespace steptail::daemon
