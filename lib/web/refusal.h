#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "web/http.h"

namespace steptail::web {

// Why the server did not do what a client wanted: reasons of steptail_http_refused_total.
enum class RefusalReason : std::uint8_t {
  Malformed,     // no HTTP/1.x head, or framing that can be read in two ways
  Body,          // a request with a body
  HeadTooLarge,  //
  HeadTimeout,   // the head did not come in time
  Host,          // a Host that is not ours on a loopback listener
  Method,        // neither GET nor HEAD
  Busy,          // more complete heads than are answered at once
  Shed,          // a waiting connection closed to make room for a new one
  WriteTimeout,  // a client that does not read its answer
  Accept,        // no descriptor or memory for a new connection
  Handshake,     // TLS could not be agreed on, or a client's certificate is not good
  Unauthorized,  // no password, or a wrong one
  AuthBusy,      // too many passwords wait to be checked
};
inline constexpr std::size_t kRefusalReasonCount = 13;

[[nodiscard]] std::string_view refusal_name(RefusalReason reason);

// A request that is answered without asking the handler.
struct Refusal {
  int status = 400;
  RefusalReason reason = RefusalReason::Malformed;
  std::string_view detail;  // for the client; a literal
};
[[nodiscard]] Response refusal_response(const Refusal& refusal);

// Thread: any.
class RefusalCounters {
 public:
  void count(RefusalReason reason) {
    counts_[static_cast<std::size_t>(reason)].fetch_add(1, std::memory_order_relaxed);
  }
  // Every reason, those that never happened with 0.
  [[nodiscard]] std::map<std::string, std::uint64_t> by_reason() const;

 private:
  std::array<std::atomic<std::uint64_t>, kRefusalReasonCount> counts_{};
};

}  // namespace steptail::web
