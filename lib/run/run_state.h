#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/codec.h"
#include "base/result.h"
#include "base/time.h"
#include "format/record.h"
#include "run/attempt_tracker.h"
#include "run/fold_line.h"
#include "run/life_fold.h"
#include "run/line_context.h"
#include "run/run_data.h"
#include "run/stall_clock.h"
#include "run/value_fold.h"

namespace steptail::run {

// Bounds of one run. `series` counts its series on the page (contract 2 `series_per_run`).
struct RunLimits {
  std::size_t series = 200;
};

// Folds records into what is known of one run: values (ValueFold), attempts and ranks
// (AttemptTracker), states, saves, incidents and pace (LifeFold).
//
// Contract: a pure function of the records in order and their contexts; no clock inside. apply() of
// the records of a line, then seen_line(). Bounds hold whatever comes: past RunLimits a new series
// is dropped and counted in refused_series().
// Thread: one; copies may be read anywhere. Cost of apply(): no allocation once every label is
// known.
class RunState {
 public:
  explicit RunState(RunLimits limits = {});

  // False: a late copy, which said nothing new.
  bool apply(const format::Record& record, const LineContext& context);
  // What comes next is of another attempt, though its steps may not show it: of a log that is known
  // to be one. Start-up lines that follow at once are of it. After the first line of the run.
  void begin_attempt(std::string_view rank, const LineContext& context);
  // A line of this run was read, whatever it said.
  void seen_line(const LineContext& context);

  [[nodiscard]] const RunData& data() const { return data_; }
  [[nodiscard]] std::uint64_t refused_series() const { return values_.refused_series(); }
  // Addends that were negative or not finite.
  [[nodiscard]] std::uint64_t refused_sums() const { return values_.refused_sums(); }

  // Whether the run stands still at `now`, and the timeout in force.
  [[nodiscard]] StallStatus stall(base::MonoTime now, const StallOptions& options) const {
    return life_.stall(data_, now, options);
  }

  // Counts a failure that waited for a root cause long enough (run/incident.h); true: it did.
  bool settle(base::MonoTime now) { return life_.settle(now, data_); }

  // `now_*`: monotonic times are saved as wall times, since they do not survive the process.
  void save(base::ByteWriter& out, base::WallTime now_wall, base::MonoTime now_mono) const;
  static base::Result<RunState> load(base::ByteReader& in, RunLimits limits,
                                     base::WallTime now_wall, base::MonoTime now_mono);

 private:
  void know_format(FoldLine& line);
  // The record may go on into the run; false: a late copy.
  [[nodiscard]] bool take_banner(const FoldLine& line, Source& from);
  [[nodiscard]] bool take_step(FoldLine& line, Source& from);
  void take_advance(const FoldLine& line);
  void take_life(const FoldLine& line, const Source& from);
  void show_attempt(format::State state, const LineContext& context);

  RunData data_;
  AttemptTracker tracker_;
  ValueFold values_;
  LifeFold life_;
};

}  // namespace steptail::run
