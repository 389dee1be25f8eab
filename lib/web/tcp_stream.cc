#include <asio/post.hpp>
#include <asio/write.hpp>

#include "web/stream.h"

namespace steptail::web {
namespace {

class TcpStream final : public Stream {
 public:
  explicit TcpStream(asio::ip::tcp::socket socket) : socket_(std::move(socket)) {
    // An answer is written in as few pieces as can be; waiting to join them only delays the last.
    asio::error_code ignored;
    socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
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

std::unique_ptr<Stream> make_tcp_stream(asio::ip::tcp::socket socket) {
  return std::make_unique<TcpStream>(std::move(socket));
}

}  // namespace steptail::web
