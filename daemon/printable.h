#pragma once

#include <string>
#include <string_view>

namespace steptail::daemon {

// Control bytes of paths and log lines must not reach a terminal: each becomes '?'.
[[nodiscard]] inline std::string printable(std::string_view text) {
  std::string safe(text);
  for (char& c : safe) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return safe;
}

}  // namespace steptail::daemon
