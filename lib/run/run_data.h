#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "format/field.h"
#include "format/state.h"
#include "run/chronicle.h"
#include "run/duration_sum.h"
#include "run/history.h"

namespace steptail::run {

// One series of a labelled field. Labels are as exported; rank and stat are of phases alone.
struct LabelledValue {
  std::string label;
  std::string rank;
  std::string stat;
  double number = 0;
};

struct PhaseSum {
  std::string label;
  std::string rank;
  std::string stat;
  DurationSum sum;
};

// Everything that is exported for a run, read by lib/metrics and lib/web. Plain values, copyable.
struct RunData {
  std::array<double, format::kFieldCount>
      gauges{};  // unlabelled Gauge and Counter fields, by Field
  std::bitset<format::kFieldCount> present;
  // Of those, the ones that the last record set, whatever they were before.
  std::bitset<format::kFieldCount> touched;
  // Labelled fields, in order of first appearance, bounded by RunLimits::series in all.
  // phase_durations[i] sums phases[i].
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

  // Curves over the iteration. `rate_field`: the first rate that the log printed, of which
  // rate_history is.
  History loss_history, validation_loss_history, iteration_seconds_history, rate_history;
  std::optional<format::Field> rate_field;
  Chronicle chronicle;

  [[nodiscard]] std::optional<double> get(format::Field field) const {
    if (!has(field)) return std::nullopt;
    return gauges[static_cast<std::size_t>(field)];
  }
  [[nodiscard]] bool has(format::Field field) const {
    return present[static_cast<std::size_t>(field)];
  }
  void set(format::Field field, double number) {
    gauges[static_cast<std::size_t>(field)] = number;
    present.set(static_cast<std::size_t>(field));
    touched.set(static_cast<std::size_t>(field));
  }
  void clear(format::Field field) { present.reset(static_cast<std::size_t>(field)); }
};

}  // namespace steptail::run
