#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/result.h"
#include "daemon/backfill_files.h"
#include "daemon/progress_bar.h"
#include "history/backfill.h"
#include "history/log_file.h"

namespace steptail::daemon {

// What became of the logs of all runs.
struct RunsRead {
  std::size_t runs = 0;     // that something was read of
  std::size_t unknown = 0;  // logs in no known format, left out
  std::size_t refused = 0;  // logs left out for another reason
};

// Reads runs into `history`, and says on standard error what became of each. A log that cannot be
// read or placed costs only itself: it is named with the reason and left out.
// `goes_on`: asked now and then; false: stop. Errors: what is of no log, such as a full disk;
// stopped.
[[nodiscard]] base::Result<RunsRead> read_runs(std::vector<RunFiles> runs,
                                               const history::ReadOptions& options,
                                               history::Backfill& history, ProgressBars& bars,
                                               const std::function<bool()>& goes_on);

}  // namespace steptail::daemon
