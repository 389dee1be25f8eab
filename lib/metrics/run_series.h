#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "format/field.h"
#include "metrics/metric.h"
#include "metrics/snapshot.h"
#include "run/labelled_table.h"

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

// The series at a place of a table, unless it is one that the page has already; `rank` and `stat`
// are added where they are known.
void labelled_series(const std::vector<run::LabelledValue>& values, std::size_t place,
                     std::string_view label_name, SeriesSink& sink);
void phase_duration_series(const RunView& run, std::size_t place, SeriesSink& sink);
Numbers phase_duration_numbers(const run::RunData& data, std::size_t place);

template <run::LabelledTable kTable, const char* kLabelName>
void one_labelled(const RunView& run, std::size_t place, SeriesSink& sink) {
  labelled_series(run::series_of(run.data, kTable), place, kLabelName, sink);
}
template <run::LabelledTable kTable>
Numbers last_numbers(const run::RunData& data, std::size_t place) {
  return {.value = run::series_of(data, kTable)[place].number};
}

// All of a table, one after the other.
template <run::LabelledTable kTable, auto kOne>
void each_labelled(const RunView& run, SeriesSink& sink) {
  const std::size_t count = run::series_of(run.data, kTable).size();
  for (std::size_t place = 0; place < count; ++place) kOne(run, place, sink);
}

void run_info_series(const RunView& run, SeriesSink& sink);
void iteration_duration_series(const RunView& run, SeriesSink& sink);
void nonfinite_value_series(const RunView& run, SeriesSink& sink);
void state_series(const RunView& run, SeriesSink& sink);    // one a state, 1 for the current
void failure_series(const RunView& run, SeriesSink& sink);  // of the classes that happened

}  // namespace steptail::metrics
