#pragma once

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "metrics/page.h"
#include "metrics/snapshot.h"

namespace steptail::metrics {

// The same snapshots as render_page() prints, as families of prometheus-cpp, from the same rows of
// the catalogues: for whoever registers steptail in an exposer or gateway of that library, and the
// oracle that the page is compared with.
// Thread: any, as far as `source` allows it. Cost: far more than the page, which is why the page is
// not written from it.
class Collector final : public prometheus::Collectable {
 public:
  struct Source {
    std::vector<std::shared_ptr<const ShardSnapshot>> shards;
    std::optional<ProcessFacts> facts;  // nullopt: training_* only
  };
  explicit Collector(std::function<Source()> source) : source_(std::move(source)) {}

  [[nodiscard]] std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  std::function<Source()> source_;
};

}  // namespace steptail::metrics
