#pragma once

#include <chrono>

#include "base/time.h"
#include "format/state.h"
#include "run/run_table.h"
#include "run/stall_clock.h"

namespace steptail::run {

// How long a run stays on the page after its last sign of life (contract 2 `retention`).
struct RetentionOptions {
  base::Duration finished = std::chrono::hours(1);       // finished or failed
  base::Duration silent = std::chrono::hours(24);        // none of the other two
  base::Duration stalled = std::chrono::hours(24 * 14);  // stalled, or queued without end
};

// Which of the three holds. Pure.
[[nodiscard]] base::Duration retention_of(format::State state, bool stalled,
                                          const RetentionOptions& options);

// When the run leaves the page: counted from the later of its files' modification time and the last
// arrival of a byte, never from times in lines. Pure.
[[nodiscard]] base::WallTime leaves_page_at(const Run& run, const StallStatus& stall,
                                            const RetentionOptions& options);
[[nodiscard]] bool expired(const Run& run, const StallStatus& stall,
                           const RetentionOptions& options, base::WallTime now);

}  // namespace steptail::run
