#pragma once

#include <asio/steady_timer.hpp>
#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "web/connection_table.h"
#include "web/guard.h"
#include "web/head_scanner.h"
#include "web/held_bodies.h"
#include "web/host_check.h"
#include "web/refusal.h"
#include "web/request_gate.h"
#include "web/request_head.h"
#include "web/server.h"
#include "web/stream.h"

namespace steptail::web {

// What all connections of a server share. Outlives them.
struct ConnectionContext {
  ConnectionContext(ServerOptions given, Handler asked, base::Logger logger)
      : options(std::move(given)),
        handler(std::move(asked)),
        log(std::move(logger)),
        hosts(options.host_names),
        gate(options.max_requests),
        table(options.max_connections) {}

  [[nodiscard]] base::MonoTime now() const {
    return options.clock != nullptr ? options.clock->mono() : base::MonoTime{};
  }

  const ServerOptions options;
  const Handler handler;
  const base::Logger log;
  const HostCheck hosts;
  RequestGate gate;
  HeldBodies held{std::size_t{64} * 1024 * 1024};
  Guard* guard = nullptr;  // null: everybody may read, in plain HTTP
  ConnectionTable table;
  RefusalCounters refusals;
  std::atomic<bool> stopping{false};
};

// One client: head, answer, next head, until one of the two has enough. Pipelined heads wait in the
// buffer, which holds one head at most, so that a client that does not read is not read either.
// Thread: the stream's executor, but start(), shed() and finish() any.
// Lifetime: shared by its callbacks in flight and the table.
class Connection final : public Peer, public std::enable_shared_from_this<Connection> {
 public:
  struct Origin {
    bool loopback = false;  // it came through a loopback listener: must name this machine
    std::string client;     // who it counts as where passwords are checked
  };
  Connection(ConnectionContext& context, std::unique_ptr<Stream> stream, Origin origin);

  void start();
  void shed() override;
  void finish() override;

 private:
  enum class State : std::uint8_t { Idle, Reading, Answering, Draining, Closed };

  [[nodiscard]] PeerPhase phase() const;
  void enter(State state, std::chrono::milliseconds limit);
  void handshake_failed(const asio::error_code& error);
  void time_out();
  void read();
  void on_read(const asio::error_code& error, std::size_t bytes);
  void next_head();
  void examine();
  void handle_head();
  void admit(RequestHead head);
  void admitted(Admission admission, const RequestHead& head);
  [[nodiscard]] bool take_place();
  void leave_place();
  void answer(const RequestHead& head);
  void refuse(const Refusal& refusal, bool keep_alive = false);
  void send(Response response, bool keep_alive);
  void write_on();
  void answered();
  void drain();
  void close();

  ConnectionContext& context_;
  const std::unique_ptr<Stream> stream_;
  const Origin origin_;
  asio::steady_timer timer_;
  std::uint64_t timer_round_ = 0;

  State state_ = State::Idle;
  std::string buffer_;    // grows up to options.head_bytes
  std::size_t used_ = 0;  // bytes of buffer_ that are there
  bool reading_ = false;  // a read is in flight
  HeadScanner scanner_;

  RequestGate::Slot slot_;  // while it counts as being answered
  HeldBodies::Share held_;  // of body_, once it does not any more
  bool deciding_ = false;   // whether who asks may read is being found out
  bool writing_ = false;
  bool without_body_ = false;  // HEAD
  bool http_1_1_ = true;       // what the client speaks
  bool close_after_ = false;
  std::string head_;
  std::shared_ptr<const std::string> body_;
  std::size_t written_ = 0;  // of body_
  std::size_t drained_ = 0;
};

}  // namespace steptail::web
