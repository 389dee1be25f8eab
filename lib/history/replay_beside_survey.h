#pragma once

#include <optional>

#include "base/result.h"
#include "history/log_file.h"
#include "history/replay.h"
#include "history/survey.h"

namespace steptail::history {

// Surveys a log on a thread of its own, and replays it on the caller's as far as its times are
// known by then. A survey: the log's attempts do not stand in the order of their dates, and what
// was replayed is of no use.
// Errors: the survey's, the replay's, no thread could be had, stopped.
[[nodiscard]] base::Result<std::optional<Survey>> replay_beside_survey(const LogFile& file,
                                                                       const ReadOptions& options,
                                                                       Replay& replay,
                                                                       const Progress& progress);

}  // namespace steptail::history
