#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time.h"

namespace steptail::run {

// When and where a line came from. `when` follows the contract's "which time": now for bytes read
// live, else min(printed time, file time, now); `mono` is the same moment on the monotonic clock.
struct LineContext {
  base::WallTime when;
  base::MonoTime mono;
  bool live = false;
  std::optional<base::WallTime> printed;  // the line's own timestamp
  std::string_view rank;                  // from a launcher prefix or the path; empty: unknown
  std::string_view path;
  std::uint64_t begin = 0;  // where the line begins in its file
};

}  // namespace steptail::run
