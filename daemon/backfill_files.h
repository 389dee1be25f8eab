#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "daemon/log_arguments.h"
#include "history/log_file.h"
#include "run/run_identity.h"

namespace steptail::daemon {

// The logs of one run.
struct RunFiles {
  run::RunIdentity identity;
  std::vector<history::LogFile> files;
};

struct GroupedFiles {
  std::vector<RunFiles> runs;
  std::size_t unreadable = 0;  // files left out because they cannot be read
};
// Which of the files are logs of which run, in the order of their first ones; a file that is named
// twice is read once, an empty one is left out, and so is what is no file or cannot be read. Says
// on standard error what a reader may not expect: such files, runs of several files, files that the
// path pattern does not match.
[[nodiscard]] GroupedFiles group_files(const std::vector<std::string>& paths,
                                       const LogSettings& settings);

// Both are there and are one file, by whatever names.
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

}  // namespace steptail::daemon
