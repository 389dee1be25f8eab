#include <netinet/tcp.h>

#include <asio/post.hpp>
#include <asio/write.hpp>

#include "web/stream.h"

namespace steptail::web {
namespace {

class TcpStream final : public Stream {
 public:
  explicit TcpStream(asio::ip::tcp::socket socket) : socket_(std::move(socket)) {
    set_stream_options(socket_);
  }

  asio::any_io_executor executor() override { return socket_.get_executor(); }

  void handshake(Done done) override {
    asio::post(socket_.get_executor(), [done = std::move(done)] { done({}, 0); });
  }
  void read_some(std::span<char> into, Done done) override {
    socket_.async_read_some(asio::buffer(into.data(), into.size()), std::move(done));
  }
  void write(const std::array<asio::const_buffer, 2>& bytes, Done done) override {
    asio::async_write(socket_, bytes, std::move(done));
  }
  void end_writing() override {
    asio::error_code ignored;
    socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  }
  void close() override {
    asio::error_code ignored;
    socket_.close(ignored);
  }

 private:
  asio::ip::tcp::socket socket_;
};

}  // namespace

// Without the second, each of many slow readers could have megabytes copied into the system.
void set_stream_options(asio::ip::tcp::socket& socket) {
  using Unsent = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_NOTSENT_LOWAT>;
  constexpr int kMostUnsent = 128 * 1024;
  asio::error_code ignored;
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket.set_option(Unsent(kMostUnsent), ignored);
}

std::unique_ptr<Stream> make_tcp_stream(asio::ip::tcp::socket socket) {
  return std::make_unique<TcpStream>(std::move(socket));
}

}  // namespace steptail::web
