#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "format/field.h"
#include "metrics/metric.h"
#include "metrics/snapshot.h"

namespace steptail::metrics {

// How the rows of catalogue.cc get series out of a run: one function a shape of data. Values that
// the run does not have give nothing.

// A field without labels: the last number, or the absolute count.
template <format::Field kField>
void field_series(const RunView& run, SeriesSink& sink) {
  if (const auto value = run.data.get(kField)) sink.number(*value);
}

inline void moment_series(std::optional<base::WallTime> moment, SeriesSink& sink) {
  if (moment) sink.number(base::to_seconds(*moment));
}

inline void seconds_series(std::optional<base::Duration> duration, SeriesSink& sink) {
  if (duration) sink.number(base::to_seconds(*duration));
}

inline void optional_series(std::optional<double> value, SeriesSink& sink) {
  if (value) sink.number(*value);
}

// A series a label; `rank` and `stat` are added where they are known.
void labelled_series(const std::vector<run::LabelledValue>& values, std::string_view label_name,
                     SeriesSink& sink);
void phase_duration_series(const std::vector<run::PhaseSum>& phases, SeriesSink& sink);

void run_info_series(const RunView& run, SeriesSink& sink);
void iteration_duration_series(const RunView& run, SeriesSink& sink);
void nonfinite_value_series(const RunView& run, SeriesSink& sink);
void state_series(const RunView& run, SeriesSink& sink);    // one a state, 1 for the current
void failure_series(const RunView& run, SeriesSink& sink);  // of the classes that happened

}  // namespace steptail::metrics
