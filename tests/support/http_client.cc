#include "support/http_client.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <utility>

namespace steptail::support {
namespace {

using Clock = std::chrono::steady_clock;

bool wait_for(int fd, short events, std::chrono::milliseconds limit) {
  pollfd waiting{.fd = fd, .events = events, .revents = 0};
  return ::poll(&waiting, 1, static_cast<int>(limit.count())) > 0;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

void parse_head(std::string_view head, HttpAnswer& answer) {
  if (head.starts_with("HTTP/1.1 "))
    answer.status = std::atoi(std::string(head.substr(9, 3)).c_str());
  for (auto line_end = head.find("\r\n"); line_end != std::string_view::npos;
       line_end = head.find("\r\n")) {
    head.remove_prefix(line_end + 2);
    auto line = head.substr(0, head.find("\r\n"));
    auto colon = line.find(": ");
    if (colon == std::string_view::npos) continue;
    answer.headers[lower(line.substr(0, colon))] = std::string(line.substr(colon + 2));
  }
}

}  // namespace

HttpClient::HttpClient(const std::string& address, int receive_buffer_bytes) {
  auto colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), address.substr(colon + 1).c_str(), &hints, &found) != 0) return;
  fd_ = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (receive_buffer_bytes > 0) {
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes, sizeof receive_buffer_bytes);
  }
  if (fd_ >= 0 && ::connect(fd_, found->ai_addr, found->ai_addrlen) != 0) close();
  ::freeaddrinfo(found);
}

HttpClient::~HttpClient() { close(); }

HttpClient::HttpClient(HttpClient&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), received_(std::move(other.received_)) {}

void HttpClient::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

bool HttpClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void HttpClient::end_sending() { ::shutdown(fd_, SHUT_WR); }

bool HttpClient::readable(std::chrono::milliseconds limit) const {
  return wait_for(fd_, POLLIN, limit);
}

bool HttpClient::receive_some() {
  if (!wait_for(fd_, POLLIN, kLongEnough)) return false;
  std::array<char, 65536> bytes{};
  auto size = ::recv(fd_, bytes.data(), bytes.size(), 0);
  if (size <= 0) return false;
  received_.append(bytes.data(), static_cast<std::size_t>(size));
  return true;
}

HttpAnswer HttpClient::read_answer(bool head_only) {
  HttpAnswer answer;
  std::size_t head_end = 0;
  while ((head_end = received_.find("\r\n\r\n")) == std::string::npos) {
    if (!receive_some()) return answer;
  }
  parse_head(std::string_view(received_).substr(0, head_end + 2), answer);
  received_.erase(0, head_end + 4);
  std::size_t size = 0;
  if (!head_only) size = std::strtoul(answer.header("content-length").c_str(), nullptr, 10);
  while (received_.size() < size) {
    if (!receive_some()) return {};
  }
  answer.body = received_.substr(0, size);
  received_.erase(0, size);
  return answer;
}

std::string HttpClient::read_all() {
  while (receive_some()) {
  }
  return std::exchange(received_, {});
}

bool HttpClient::closes_within(std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  std::array<char, 65536> bytes{};
  while (Clock::now() < deadline) {
    auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (!wait_for(fd_, POLLIN, rest)) return false;
    if (::recv(fd_, bytes.data(), bytes.size(), 0) <= 0) return true;
  }
  return false;
}

std::string get_head(std::string_view path, std::string_view more_headers) {
  std::string head = "GET ";
  head.append(path).append(" HTTP/1.1\r\nHost: localhost\r\n").append(more_headers);
  return head + "\r\n";
}

HttpAnswer http_get(const std::string& address, std::string_view path,
                    std::string_view more_headers) {
  HttpClient client(address);
  if (!client.connected() || !client.send(get_head(path, more_headers))) return {};
  return client.read_answer();
}

}  // namespace steptail::support
