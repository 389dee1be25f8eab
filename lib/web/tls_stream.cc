#include "web/tls_stream.h"

#include <array>
#include <asio/error.hpp>
#include <asio/post.hpp>
#include <asio/ssl/error.hpp>
#include <asio/ssl/stream.hpp>
#include <asio/write.hpp>
#include <utility>

namespace steptail::web {
namespace {

using asio::ip::tcp;

class TlsStream final : public Stream {
 public:
  TlsStream(tcp::socket socket, TlsContextSource source)
      : executor_(socket.get_executor()), source_(std::move(source)), raw_(std::move(socket)) {
    set_stream_options(raw_);
  }

  asio::any_io_executor executor() override { return executor_; }

  // Nothing is held for a client that says nothing, or only half of its greeting.
  void handshake(Done done) override {
    raw_.async_wait(tcp::socket::wait_read,
                    [this, done = std::move(done)](const asio::error_code& error) mutable {
                      if (error) return done(error, 0);
                      needs_more() ? handshake(std::move(done)) : take_context(std::move(done));
                    });
  }

  void read_some(std::span<char> into, Done done) override {
    if (ended_) return read_raw(into, std::move(done));
    if (ending_) {
      waiting_ = [this, into, done = std::move(done)]() mutable {
        read_raw(into, std::move(done));
      };
      return;
    }
    tls_->async_read_some(asio::buffer(into.data(), into.size()), std::move(done));
  }

  void write(const std::array<asio::const_buffer, 2>& bytes, Done done) override {
    asio::async_write(*tls_, bytes, std::move(done));
  }

  // Says that no more comes, in TLS and then in TCP. What the client still sends is taken unread:
  // it is thrown away anyhow.
  void end_writing() override {
    ending_ = true;
    if (!tls_) return end_raw();
    tls_->async_shutdown([this, alive = alive_, tls = tls_](const asio::error_code&) {
      if (*alive) end_raw();
    });
  }

  void close() override {
    closed_ = true;
    asio::error_code ignored;
    socket().close(ignored);
    // Whoever waits is told, but never inside the call.
    if (waiting_) asio::post(executor_, std::exchange(waiting_, nullptr));
  }

  TlsStream(const TlsStream&) = delete;
  TlsStream& operator=(const TlsStream&) = delete;
  ~TlsStream() override { *alive_ = false; }

 private:
  [[nodiscard]] tcp::socket& socket() { return tls_ ? tls_->next_layer() : raw_; }

  // Looks at the first record, and has the system tell when all of it is there. False: it is, or no
  // more will come.
  bool needs_more() {
    using LowWater = asio::socket_base::receive_low_watermark;
    std::array<unsigned char, 5> head{};  // type, version, length
    asio::error_code error;
    const auto there = raw_.receive(asio::buffer(head), tcp::socket::message_peek, error);
    const std::size_t whole = head.size() + 256U * head[3] + head[4];
    const std::size_t needed = there < head.size() ? head.size() : whole;
    const bool greets = there > 0 && head[0] == kHandshakeRecord;
    const bool asks = greets && needed > asked_for_ && needed <= kMostRecordBytes;
    asked_for_ = needed;
    raw_.set_option(LowWater(asks ? static_cast<int>(needed) : 1), error);
    return asks && !error;
  }

  void take_context(Done done) {
    source_([this, done = std::move(done)](std::shared_ptr<TlsContext> context) mutable {
      asio::post(executor_, [this, context = std::move(context), done = std::move(done)]() mutable {
        begin(std::move(context), std::move(done));
      });
    });
  }

  void begin(std::shared_ptr<TlsContext> context, Done done) {
    if (closed_ || !context) return done(asio::error::operation_aborted, 0);
    context_ = std::move(context);
    tls_ = std::make_shared<asio::ssl::stream<tcp::socket>>(std::move(raw_), context_->context());
    tls_->async_handshake(
        asio::ssl::stream_base::server,
        [done = std::move(done)](const asio::error_code& error) { done(error, 0); });
  }

  void end_raw() {
    asio::error_code ignored;
    socket().shutdown(tcp::socket::shutdown_send, ignored);
    ended_ = true;
    if (waiting_) std::exchange(waiting_, nullptr)();
  }

  void read_raw(std::span<char> into, Done done) {
    socket().async_read_some(asio::buffer(into.data(), into.size()), std::move(done));
  }

  static constexpr unsigned char kHandshakeRecord = 22;
  static constexpr std::size_t kMostRecordBytes = 5 + 16 * 1024;

  const asio::any_io_executor executor_;
  const TlsContextSource source_;
  tcp::socket raw_;                      // until the handshake
  std::size_t asked_for_ = 0;            // bytes of its first record that were waited for
  std::shared_ptr<TlsContext> context_;  // before tls_: outlives it
  std::shared_ptr<asio::ssl::stream<tcp::socket>> tls_;
  std::function<void()> waiting_;  // a read until the end of writing was said
  // Of this object: the end of writing may be told when nobody holds it any more.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  bool ending_ = false;
  bool ended_ = false;
  bool closed_ = false;
};

}  // namespace

StreamFactory make_tls_streams(TlsContextSource source) {
  return [source = std::move(source)](tcp::socket socket) -> std::unique_ptr<Stream> {
    return std::make_unique<TlsStream>(std::move(socket), source);
  };
}

}  // namespace steptail::web
