#pragma once

#include <span>

#include "metrics/metric.h"
#include "metrics/snapshot.h"

namespace steptail::metrics {

// A metric of a run: what it is called and how its series come out of a snapshot. A metric that
// the run has no value for gives no series.
struct RunMetric {
  Metric metric;
  void (*series)(const RunSnapshot& run, SeriesSink& sink) = nullptr;
};

// THE table of the training_* metrics, in the order of the page. A new metric is a new row in
// catalogue.cc (and in docs/metrics.md, which a test compares).
[[nodiscard]] std::span<const RunMetric> run_metrics();

}  // namespace steptail::metrics
