#pragma once

#include <optional>

#include "web/host_check.h"
#include "web/refusal.h"
#include "web/request_head.h"

namespace steptail::web {

// What speaks against a head before anybody asks who sent it: its Host, on a loopback listener
// (`loopback`) one that is not of this machine, or its method. Pure.
[[nodiscard]] std::optional<Refusal> objection_to(const RequestHead& head, const HostCheck& hosts,
                                                  bool loopback);

}  // namespace steptail::web
