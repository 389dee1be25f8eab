#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace steptail::support {

// A deadline that a passing test never comes near.
inline constexpr std::chrono::milliseconds kLongEnough{20'000};

struct HttpAnswer {
  int status = 0;                              // 0: no answer
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;

  [[nodiscard]] std::string header(const std::string& name) const {
    auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

// One TCP connection that a test drives byte by byte. Reads wait for the other side, at most
// kLongEnough.
class HttpClient {
 public:
  // `address`: "127.0.0.1:80" or "[::1]:80". `receive_buffer_bytes` small: a reader that is soon
  // full.
  explicit HttpClient(const std::string& address, int receive_buffer_bytes = 0);
  explicit HttpClient(int connected_fd) : fd_(connected_fd) {}  // owns it
  ~HttpClient();
  HttpClient(HttpClient&& other) noexcept;
  HttpClient& operator=(HttpClient&&) = delete;

  [[nodiscard]] bool connected() const { return fd_ >= 0; }
  // False: the other side has closed.
  bool send(std::string_view bytes);
  void end_sending();
  void close();

  // The next answer on the connection; `head_only`: it has no body although it says a length.
  HttpAnswer read_answer(bool head_only = false);
  // Everything up to the end of the connection.
  std::string read_all();
  // Reads and throws away until the other side closes. False: it did not within `limit`.
  bool closes_within(std::chrono::milliseconds limit = kLongEnough);
  // Whether bytes or the end have come already.
  [[nodiscard]] bool readable(std::chrono::milliseconds limit = std::chrono::milliseconds(0)) const;

 private:
  bool receive_some();  // false: end, error, or too late

  int fd_ = -1;
  std::string received_;
};

// "GET PATH HTTP/1.1" with a Host of localhost, as one head.
[[nodiscard]] std::string get_head(std::string_view path, std::string_view more_headers = {});

// A whole exchange on a connection of its own.
HttpAnswer http_get(const std::string& address, std::string_view path,
                    std::string_view more_headers = {});

}  // namespace steptail::support
