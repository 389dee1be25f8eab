#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace steptail::web {

enum class HostVerdict : std::uint8_t { Ours, Foreign, Malformed };

// Whether a Host header can have been meant for this machine. A page of a foreign site whose name
// was made to resolve to 127.0.0.1 (DNS rebinding) sends that site's name; an address cannot be
// rebound.
// Thread: immutable.
class HostCheck {
 public:
  // `names`: of this machine, and configured ones; "localhost" always is.
  explicit HostCheck(std::vector<std::string> names);

  // `host`: a Host header's value, with or without a port.
  [[nodiscard]] HostVerdict judge(std::string_view host) const;

 private:
  std::vector<std::string> names_;  // lower case, without a final dot
};

}  // namespace steptail::web
