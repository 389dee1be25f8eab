#pragma once

#include <array>
#include <asio/any_io_executor.hpp>
#include <asio/buffer.hpp>
#include <asio/error_code.hpp>
#include <asio/ip/tcp.hpp>
#include <functional>
#include <memory>
#include <span>

namespace steptail::web {

// The bytes of one connection, whatever carries them. TLS is in tls_stream.h.
// Contract: at most one read and one write at a time, any after a handshake that succeeded. Every
// callback is called once, never inside the call, also after close() (with an error).
// Thread: the executor's, one at a time. Lifetime: outlives its callbacks; buffers until theirs.
class Stream {
 public:
  using Done = std::function<void(const asio::error_code&, std::size_t)>;

  virtual ~Stream() = default;
  [[nodiscard]] virtual asio::any_io_executor executor() = 0;
  virtual void handshake(Done done) = 0;
  virtual void read_some(std::span<char> into, Done done) = 0;
  virtual void write(const std::array<asio::const_buffer, 2>& bytes, Done done) = 0;  // all of it
  virtual void end_writing() = 0;
  virtual void close() = 0;
};

// What every stream sets on its socket: an answer is written in as few pieces as can be, and the
// system takes no more of it than a reader who reads will soon have.
void set_stream_options(asio::ip::tcp::socket& socket);

// `socket` lives on an executor that runs one callback at a time.
using StreamFactory = std::function<std::unique_ptr<Stream>(asio::ip::tcp::socket socket)>;

// Plain HTTP.
[[nodiscard]] std::unique_ptr<Stream> make_tcp_stream(asio::ip::tcp::socket socket);

}  // namespace steptail::web
