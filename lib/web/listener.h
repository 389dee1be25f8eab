#pragma once

#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>

#include "base/log.h"
#include "base/result.h"
#include "web/listen_address.h"

namespace steptail::web {

// What a listener asks of its server.
struct ListenerHooks {
  std::function<bool()> make_room;  // whether one more connection may come in now
  std::function<void(asio::ip::tcp::socket, bool loopback)> accepted;
  std::function<void()> exhausted;  // no descriptor or memory for a connection; once each try
};

// One listening socket. Accepts only while there is room; the system's queue holds the others.
// When the system has no descriptor left it tries again after a while, without spinning.
// Thread: open() and adopt() any; then its own strand. Lifetime: shared by its callbacks.
class Listener : public std::enable_shared_from_this<Listener> {
 public:
  Listener(asio::io_context& io, ListenerHooks hooks, base::Logger log);

  base::Result<void> open(const ListenAddress& address);
  base::Result<void> adopt(int socket);  // takes it over
  void start();
  void close();

  [[nodiscard]] std::string address() const;  // the one really bound
  [[nodiscard]] bool loopback() const { return endpoint_.address().is_loopback(); }

 private:
  base::Result<void> bind(const asio::ip::tcp::endpoint& endpoint);
  void wait();
  void accept();
  void on_error(const asio::error_code& error);
  void wait_after(std::chrono::milliseconds pause);

  asio::io_context& io_;
  const ListenerHooks hooks_;
  const base::Logger log_;
  asio::ip::tcp::acceptor acceptor_;
  asio::steady_timer timer_;
  asio::ip::tcp::endpoint endpoint_;
  bool exhausted_ = false;  // said so, and nothing accepted since
};

}  // namespace steptail::web
