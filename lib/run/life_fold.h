#pragma once

#include <optional>

#include "base/codec.h"
#include "base/time.h"
#include "run/fold_line.h"
#include "run/incident.h"
#include "run/run_data.h"
#include "run/save_tracker.h"
#include "run/stall_clock.h"
#include "run/state_stack.h"

namespace steptail::run {

// Folds what happens to a run: states, saves, failures, and when it last made progress.
//
// Progress (for last_progress) is an advance of the step, a change of state, and the end of a save
// or an evaluation. Everything else is chatter.
class LifeFold {
 public:
  void begin_run(const LineContext& context, RunData& data);
  void begin_attempt(format::State state, const LineContext& context, RunData& data);
  // The step advanced. Gives the seconds since the step before where both lie in `training`.
  std::optional<double> advance(const FoldLine& line, RunData& data);
  // States and events of a record. `last_iteration`: of its source or the run.
  // True: the run has ended.
  bool take(const FoldLine& line, std::optional<double> last_iteration, RunData& data);
  // The same of a source that is behind: what it says is past, but a failure is never passed over.
  bool take_late(const FoldLine& line, RunData& data);
  // True once after a line that iteration times must not be derived across.
  [[nodiscard]] bool take_interruption();

  // Counts a failure that waited for its root cause; true: it did.
  bool settle(base::MonoTime now, RunData& data);
  [[nodiscard]] StallStatus stall(const RunData& data, base::MonoTime now,
                                  const StallOptions& options) const;

  void save(base::ByteWriter& out, base::WallTime now_wall, base::MonoTime now_mono) const;
  void load(base::ByteReader& in, base::WallTime now_wall, base::MonoTime now_mono);

 private:
  struct Anchor {
    base::MonoTime mono;
    std::optional<base::WallTime> printed;
    bool live = false;
  };

  static void take_save_time(const FoldLine& line, RunData& data);
  void take_state(const FoldLine& line, const SaveTracker::Line& save, RunData& data);
  bool take_event(const FoldLine& line, const SaveTracker::Line& save, RunData& data);
  static void count(const std::optional<format::FailureClass>& failure, RunData& data);
  void take_failure(const FoldLine& line, RunData& data);
  void note(const std::optional<SaveTracker::Done>& done, const LineContext& context,
            RunData& data);
  void show_state(const LineContext& context, RunData& data);
  static void progressed(const LineContext& context, RunData& data);
  [[nodiscard]] std::optional<base::Duration> interval(const FoldLine& line) const;

  StateStack states_;
  SaveTracker saves_;
  Incident incident_;
  StallClock stall_clock_;
  std::optional<Anchor> anchor_;  // the last advance, while nothing but training came after it
  bool interrupted_ = false;
};

}  // namespace steptail::run
