#include "run/retention.h"

#include <algorithm>

namespace steptail::run {

using format::State;

base::Duration retention_of(State state, bool stalled, const RetentionOptions& options) {
  if (state == State::Finished || state == State::Failed) return options.finished;
  if (stalled || state == State::Queued) return options.stalled;
  return options.silent;
}

base::WallTime leaves_page_at(const Run& run, const StallStatus& stall,
                              const RetentionOptions& options) {
  base::WallTime sign_of_life = std::max(run.modified, run.last_byte);
  base::Duration stays = retention_of(run.state.data().state, stall.stalled, options);
  // A retention of centuries must not wrap round to the past.
  if (sign_of_life > base::WallTime{} && stays > base::WallTime::max() - sign_of_life) {
    return base::WallTime::max();
  }
  return sign_of_life + stays;
}

bool expired(const Run& run, const StallStatus& stall, const RetentionOptions& options,
             base::WallTime now) {
  return now >= leaves_page_at(run, stall, options);
}

}  // namespace steptail::run
