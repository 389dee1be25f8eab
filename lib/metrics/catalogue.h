#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "format/field.h"
#include "metrics/metric.h"
#include "metrics/snapshot.h"
#include "run/labelled_table.h"

namespace steptail::metrics {

// A metric of a run: what it is called and how its series come out of a snapshot. A metric that
// the run has no value for gives no series.
struct RunMetric {
  Metric metric;
  void (*series)(const RunView& run, SeriesSink& sink) = nullptr;
  // Lines that say this field give it a value; nullopt: it is of the run's life, and there at any
  // time of it.
  std::optional<format::Field> field{};
  // Of a metric with a series for each label that lines say: its table, how the one at a place of
  // that comes out, and its numbers alone.
  std::optional<run::LabelledTable> table{};
  void (*one)(const RunView& run, std::size_t place, SeriesSink& sink) = nullptr;
  Numbers (*numbers)(const run::RunData& data, std::size_t place) = nullptr;
};

// THE table of the training_* metrics, in the order of the page. A new metric is a new row in
// catalogue.cc (and in docs/metrics.md, which a test compares).
[[nodiscard]] std::span<const RunMetric> run_metrics();

}  // namespace steptail::metrics
