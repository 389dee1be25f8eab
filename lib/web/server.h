#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <spdlog/fwd.h>

#include "base/result.h"
#include "web/http.h"

namespace steptail::web {

// Bounds of the HTTP server (contract 4).
struct ServerOptions {
  std::vector<std::string> listen_addresses;  // host:port, [v6]:port, :port; port 0 picks one
  std::size_t max_requests = 40;              // complete heads being answered; more get 503
  std::size_t max_connections = 512;          // the longest idle is shed
  std::size_t head_bytes = 8192;
  std::chrono::seconds head_timeout{10};
  std::chrono::seconds write_timeout{10};
  std::chrono::seconds idle_timeout{60};
  std::size_t threads = 2;
};

// A small HTTP/1.1 server on asio: GET and HEAD, no bodies, keep-alive, bounded in everything.
// Answers 400 405 408 413 421 431 503 by itself, with the security headers of contract 4 on every answer.
// Thread: construct, start and stop on the main thread; handlers run on its own threads.
class Server {
 public:
  Server(ServerOptions options, Handler handler, std::shared_ptr<spdlog::logger> log);
  ~Server();  // stops

  // Binds and listens; logs `msg=listening address=...`. Error: which address and why.
  base::Result<void> start();
  // Stops accepting, lets answers under way finish for at most `grace`, joins the threads.
  void stop(std::chrono::milliseconds grace);

  [[nodiscard]] std::vector<std::string> bound_addresses() const;  // after start()
  [[nodiscard]] std::map<std::string, std::uint64_t> refused() const;  // by reason, any thread

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace steptail::web
