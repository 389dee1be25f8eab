#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace steptail::daemon {

// Tells the service manager how the process is doing (the protocol of sd_notify(3)): one datagram a
// message to the socket named by NOTIFY_SOCKET. Without that variable every call does nothing.
// Contract: a message that cannot be sent is lost; the manager's own timeouts are the answer to
// that. Thread: any. Cost: never blocks.
class SdNotify {
 public:
  // `socket`: a path, or an abstract name after '@'; empty: off.
  explicit SdNotify(std::string socket);
  ~SdNotify();
  SdNotify(const SdNotify&) = delete;
  SdNotify& operator=(const SdNotify&) = delete;

  [[nodiscard]] bool enabled() const { return fd_ >= 0; }

  void ready(std::string_view status) const;
  void reloading(base::MonoTime now) const;  // followed by ready() when done
  void stopping() const;
  void status(std::string_view text) const;
  void watchdog() const;

 private:
  void send(const std::string& message) const;

  std::string socket_;
  int fd_ = -1;
};

// What the service manager put into the environment for this process. Looked up once, at start.
struct ServiceEnvironment {
  std::string notify_socket;  // NOTIFY_SOCKET
  std::optional<base::Duration>
      watchdog_interval;        // WATCHDOG_USEC, if it is meant for this process
  std::vector<int> listen_fds;  // sockets passed (LISTEN_PID, LISTEN_FDS)
};
[[nodiscard]] ServiceEnvironment service_environment();

}  // namespace steptail::daemon
