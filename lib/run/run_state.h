#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/codec.h"
#include "base/result.h"
#include "base/time.h"
#include "format/record.h"
#include "run/history.h"
#include "run/incident.h"
#include "run/stall_clock.h"

namespace steptail::run {

// When and where a line came from. `when` follows the contract's "which time": now for bytes read
// live, else min(printed time, file time, now); `mono` is the same moment on the monotonic clock.
struct LineContext {
  base::WallTime when;
  base::MonoTime mono;
  bool live = false;
  std::optional<base::WallTime> printed;  // the line's own timestamp
  std::string_view rank;                  // from a launcher prefix or the path; empty: unknown
  std::string_view path;
};

// One series of a labelled field. Labels are as exported.
struct LabelledValue {
  std::string label;
  std::string rank;
  std::string stat;
  double number = 0;
};

// Seconds and iterations that they cover: a summary without quantiles.
struct DurationSum {
  double seconds = 0;
  double count = 0;
};

struct PhaseSum {
  std::string label;
  std::string rank;
  std::string stat;
  DurationSum sum;
};

// Everything that is exported for a run, read by lib/metrics and lib/web. Plain values, copyable.
struct RunData {
  std::array<double, format::kFieldCount> gauges{};  // unlabelled Gauge and Counter fields, by Field
  std::bitset<format::kFieldCount> present;
  // Labelled fields, in order of first appearance, at most RunLimits::series in all.
  std::vector<LabelledValue> loss_components, accuracies, phases, memory, values, counted;
  std::vector<PhaseSum> phase_durations;
  DurationSum iteration_duration;

  std::uint64_t attempts = 1;
  double replayed_iterations = 0;
  double skipped_iterations = 0;
  double nonfinite_iterations = 0;
  double nonfinite_loss_values = 0;      // training_nonfinite_values_total{field="loss"}
  double nonfinite_gradient_values = 0;  // {field="gradient_norm"}
  std::uint64_t checkpoints = 0;
  std::optional<double> checkpoint_iteration;
  std::optional<base::WallTime> checkpoint_time;
  std::optional<double> checkpoint_duration_seconds;
  std::uint64_t incidents = 0;
  std::array<std::uint64_t, format::kFailureClassCount> failures{};

  format::State state = format::State::Starting;
  std::optional<base::WallTime> start, last_line, last_progress;
  base::MonoTime last_progress_mono{};
  std::vector<std::string> formats;  // sorted
  std::string path;                  // of the file that speaks

  History loss_history, iteration_seconds_history, samples_per_second_history;

  [[nodiscard]] std::optional<double> get(format::Field field) const;
};

// Bounds of one run. `series` counts the labelled series that may be dropped (contract 2).
struct RunLimits {
  std::size_t series = 200;
};

// Folds records into what is known of one run: values, attempts, states, incidents, sums.
//
// Contract: a pure function of the records in order and their contexts; no clock inside. apply() of
// the records of a line, then seen_line(). Bounds hold whatever comes: past RunLimits a new series is dropped and
// counted in refused_series().
// Thread: one; copies may be read anywhere. Cost of apply(): no allocation once every label is known.
class RunState {
 public:
  explicit RunState(RunLimits limits = {});

  void apply(const format::Record& record, const LineContext& context);
  // A line of this run was read, whatever it said.
  void seen_line(const LineContext& context);

  [[nodiscard]] const RunData& data() const { return data_; }
  [[nodiscard]] std::uint64_t refused_series() const { return refused_series_; }
  [[nodiscard]] std::uint64_t refused_sums() const { return refused_sums_; }  // negative addends

  // Whether the run stands still at `now`, and the timeout in force.
  [[nodiscard]] StallStatus stall(base::MonoTime now, const StallOptions& options) const;

  // `now_*`: monotonic times are saved as wall times, since they do not survive the process.
  void save(base::ByteWriter& out, base::WallTime now_wall, base::MonoTime now_mono) const;
  static base::Result<RunState> load(base::ByteReader& in, RunLimits limits,
                                     base::WallTime now_wall, base::MonoTime now_mono);

 private:
  // The implementer adds what the fold needs: per format the last step, its rank and weight, the
  // states to return to, open checkpoint, open incident (run/incident), intervals (run/stall_clock).
  RunLimits limits_;
  RunData data_;
  std::uint64_t refused_series_ = 0;
  std::uint64_t refused_sums_ = 0;
};

}  // namespace steptail::run
