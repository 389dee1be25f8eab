#pragma once

#include <asio/ip/tcp.hpp>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "web/authenticator.h"
#include "web/security_source.h"
#include "web/tls_stream.h"
#include "web/worker.h"

namespace steptail::web {

// What a web configuration puts between clients and pages: encryption, passwords, headers; and the
// two threads that do what takes long, one for passwords and one for files.
// Contract: start() once, then stop() once. Thread: any; callbacks come on the guard's threads.
class Guard {
 public:
  // `clock` null: the files are looked at only for new TLS connections and new passwords.
  Guard(std::shared_ptr<SecuritySource> source, const base::Clock* clock);

  base::Result<void> start();
  void stop();

  [[nodiscard]] bool encrypts() const { return source_->current()->tls != nullptr; }
  // For a new connection, after a look at the files.
  void give_context(TlsContextDone done);
  // As Authenticator::judge(); Allowed where no users are configured.
  [[nodiscard]] std::optional<Admission> admit(std::string_view authorization,
                                               const std::string& client, Authenticator::Done done);
  [[nodiscard]] std::shared_ptr<const Security> security() const { return source_->current(); }

  // Who a connection counts as: its address, of IPv6 the network of 64 bits, which one owner has.
  [[nodiscard]] static std::string client_of(const asio::ip::tcp::socket& socket);

 private:
  void look_now_and_then();

  const std::shared_ptr<SecuritySource> source_;
  const base::Clock* const clock_;
  Worker files_;
  Worker passwords_;
  Authenticator authenticator_;
  std::atomic<base::MonoTime> looked_{base::MonoTime{}};
};

}  // namespace steptail::web
