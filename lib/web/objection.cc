#include "web/objection.h"

namespace steptail::web {

std::optional<Refusal> objection_to(const RequestHead& head, const HostCheck& hosts,
                                    bool loopback) {
  if (head.has_host) {
    const HostVerdict verdict = hosts.judge(head.host);
    if (verdict == HostVerdict::Malformed) {
      return Refusal{.status = 400, .reason = RefusalReason::Malformed, .detail = "not a host"};
    }
    if (loopback && verdict == HostVerdict::Foreign) {
      return Refusal{.status = 421,
                     .reason = RefusalReason::Host,
                     .detail = "this machine is not known by that name"};
    }
  }
  if (head.method == Method::Other) {
    return Refusal{.status = 405, .reason = RefusalReason::Method, .detail = "GET and HEAD only"};
  }
  return std::nullopt;
}

}  // namespace steptail::web
