#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"
#include "web/http.h"

namespace steptail::web {

class SecuritySource;

// What the HTTP server listens on, and its bounds (contract 4).
struct ServerOptions {
  std::vector<std::string> listen_addresses;  // host:port, [v6]:port, :port; port 0 picks one
  std::vector<int> listen_sockets;            // listening already, taken over (socket activation)
  std::vector<std::string> host_names;        // of this machine, and configured: Host on loopback
  // Paths that are answered beyond max_requests too: they must be cheap.
  std::vector<std::string> always_answered{"/-/healthy"};
  std::size_t max_requests = 40;       // complete heads being answered; more get 503
  std::size_t max_connections = 1024;  // beyond, the longest idle is shed
  std::size_t head_bytes = 8192;
  std::chrono::milliseconds head_timeout{10'000};   // for a whole head
  std::chrono::milliseconds write_timeout{10'000};  // for each kWriteBytes of an answer to be taken
  std::chrono::milliseconds idle_timeout{60'000};   // between two requests
  // How long a connection may send its head before it can be shed for a new one.
  std::chrono::milliseconds patience{1'000};
  // How long an answer may wait to be read before its client can be shed for another request.
  std::chrono::milliseconds reader_patience{100};
  std::size_t threads = 2;
  // For the Date of answers and the age of connections; any thread, outlives the server. Null: no
  // Date, and no connection is shed for its age.
  const base::Clock* clock = nullptr;
  // TLS, passwords and headers of a web configuration. Null: plain HTTP, open.
  std::shared_ptr<SecuritySource> security{};
};

// A small HTTP/1.1 server on asio: GET and HEAD, no bodies, keep-alive, bounded in everything.
// Answers 400 405 408 421 431 503 by itself, with the security headers of contract 4 on every
// answer. Contract: start() once, then stop() once; the handler is not called after stop(). Thread:
// construct, start and stop on the main thread; handlers run on the server's own threads.
class Server {
 public:
  static constexpr std::size_t kWriteBytes = std::size_t{256} * 1024;

  Server(ServerOptions options, Handler handler, base::Logger log);
  ~Server();  // stops
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Binds and listens; logs `msg=listening address=...`. Error: which address and why; then nothing
  // listens.
  base::Result<void> start();
  // Stops accepting, lets answers under way finish for at most `grace`, joins the threads. A
  // handler that is running is waited for.
  void stop(std::chrono::milliseconds grace);

  [[nodiscard]] std::vector<std::string> bound_addresses() const;      // after start()
  [[nodiscard]] std::map<std::string, std::uint64_t> refused() const;  // by reason, any thread

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace steptail::web
