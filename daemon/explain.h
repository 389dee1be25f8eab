#pragma once

#include <string>

#include "base/clock.h"
#include "base/file_system.h"
#include "daemon/settings.h"

namespace steptail::daemon {

// Why a file is, or is not, on the page: each question that the daemon asks, and its answer, one a
// line; the last line is the verdict. Asks the files, not a daemon that runs: what only that one
// knows (what it read before, how full its tables are) is said as a condition.
// Cost: lists the directories of the entry and reads the file.
[[nodiscard]] std::string explain(base::FileSystem& fs, const base::Clock& clock,
                                  const Settings& settings, const std::string& path);

}  // namespace steptail::daemon
