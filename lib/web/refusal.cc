#include "web/refusal.h"

#include "web/response_head.h"

namespace steptail::web {

std::string_view refusal_name(RefusalReason reason) {
  switch (reason) {
    case RefusalReason::Malformed:
      return "malformed";
    case RefusalReason::Body:
      return "body";
    case RefusalReason::HeadTooLarge:
      return "head_too_large";
    case RefusalReason::HeadTimeout:
      return "head_timeout";
    case RefusalReason::Host:
      return "host";
    case RefusalReason::Method:
      return "method";
    case RefusalReason::Busy:
      return "busy";
    case RefusalReason::Shed:
      return "shed";
    case RefusalReason::WriteTimeout:
      return "write_timeout";
    case RefusalReason::Accept:
      return "accept";
    case RefusalReason::Handshake:
      return "handshake";
    case RefusalReason::Unauthorized:
      return "unauthorized";
    case RefusalReason::AuthBusy:
      break;
  }
  return "auth_busy";
}

Response refusal_response(const Refusal& refusal) {
  std::string text = std::to_string(refusal.status) + " ";
  text += reason_phrase(refusal.status);
  if (!refusal.detail.empty()) text.append(": ").append(refusal.detail);
  Response response = text_response(refusal.status, text + "\n");
  if (refusal.status == 401) {
    response.headers.emplace_back("WWW-Authenticate",
                                  "Basic realm=\"steptail\", charset=\"UTF-8\"");
  }
  if (refusal.status == 405) response.headers.emplace_back("Allow", "GET, HEAD");
  if (refusal.status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

std::map<std::string, std::uint64_t> RefusalCounters::by_reason() const {
  std::map<std::string, std::uint64_t> counts;
  for (std::size_t i = 0; i < kRefusalReasonCount; ++i) {
    std::string name(refusal_name(static_cast<RefusalReason>(i)));
    counts[name] = counts_[i].load(std::memory_order_relaxed);
  }
  return counts;
}

}  // namespace steptail::web
