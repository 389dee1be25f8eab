#pragma once

#include <string>

#include "base/file_system.h"
#include "daemon/settings.h"

namespace steptail::daemon {

// Why a file is, or is not, on the page: each question that the daemon asks, and its answer.
struct Explanation {
  std::string text;
  bool on_page = false;
};
[[nodiscard]] Explanation explain(base::FileSystem& fs, const Settings& settings,
                                  const std::string& path);

}  // namespace steptail::daemon
