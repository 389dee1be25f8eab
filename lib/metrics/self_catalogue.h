#pragma once

#include <memory>
#include <span>

#include "metrics/metric.h"
#include "metrics/page.h"
#include "metrics/snapshot.h"

namespace steptail::metrics {

// What the daemon's own metrics are made from. Shards that have published nothing yet are null.
struct DaemonSnapshot {
  std::span<const std::shared_ptr<const ShardSnapshot>> shards;
  const ProcessFacts& facts;
};

struct DaemonMetric {
  Metric metric;
  void (*series)(const DaemonSnapshot& daemon, SeriesSink& sink) = nullptr;
};

// THE table of the steptail_* and process_* metrics, in the order of the page.
[[nodiscard]] std::span<const DaemonMetric> daemon_metrics();

}  // namespace steptail::metrics
