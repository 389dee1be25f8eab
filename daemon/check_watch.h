#pragma once

#include <string>

#include "base/file_system.h"
#include "daemon/settings.h"

namespace steptail::daemon {

// What the watch entries find at this moment, a line each: how many files, and such as which; and
// why it may be none. Cost: lists the directories of all entries, as a start of the daemon does.
[[nodiscard]] std::string report_watch(base::FileSystem& fs, const Settings& settings);

}  // namespace steptail::daemon
