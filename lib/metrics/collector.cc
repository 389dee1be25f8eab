#include "metrics/collector.h"

#include <string>
#include <string_view>
#include <utility>

#include "metrics/catalogue.h"
#include "metrics/label_text.h"
#include "metrics/self_catalogue.h"

namespace steptail::metrics {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;

prometheus::MetricType model_type(MetricType type) {
  switch (type) {
    case MetricType::Gauge:
      return prometheus::MetricType::Gauge;
    case MetricType::Counter:
      return prometheus::MetricType::Counter;
    case MetricType::Summary:
      return prometheus::MetricType::Summary;
  }
  return prometheus::MetricType::Untyped;
}

class FamilySink final : public SeriesSink {
 public:
  explicit FamilySink(const Metric& metric) {
    family_.name = metric.name;
    family_.help = metric.help;
    family_.type = model_type(metric.type);
  }

  void run(std::string_view label_text) { label_text_ = label_text; }

  void number(std::span<const Label> labels, double value) override {
    ClientMetric& metric = add(labels);
    metric.gauge.value = value;
    metric.counter.value = value;
  }
  void summary(std::span<const Label> labels, double sum, double count) override {
    ClientMetric& metric = add(labels);
    metric.summary.sample_sum = sum;
    metric.summary.sample_count = static_cast<std::uint64_t>(count);
  }

  void move_into(std::vector<MetricFamily>& families) {
    if (!family_.metric.empty()) families.push_back(std::move(family_));
  }

 private:
  ClientMetric& add(std::span<const Label> labels) {
    ClientMetric& metric = family_.metric.emplace_back();
    for (auto& [name, value] : parse_label_text(label_text_)) {
      metric.label.push_back({std::move(name), std::move(value)});
    }
    for (const Label& label : labels) {
      if (label.value.empty()) continue;
      metric.label.push_back({std::string(label.name), clean_label(label.value)});
    }
    return metric;
  }

  MetricFamily family_;
  std::string_view label_text_;
};

}  // namespace

std::vector<MetricFamily> Collector::Collect() const {
  const Source source = source_();
  std::vector<MetricFamily> families;
  for (const RunMetric& row : run_metrics()) {
    FamilySink sink(row.metric);
    for (const auto& shard : source.shards) {
      if (!shard) continue;
      for (const auto& run : shard->runs) {
        sink.run(run->name->label_text);
        row.series(*run, sink);
      }
    }
    sink.move_into(families);
  }
  if (!source.facts) return families;
  for (const DaemonMetric& row : daemon_metrics()) {
    FamilySink sink(row.metric);
    row.series({source.shards, *source.facts}, sink);
    sink.move_into(families);
  }
  return families;
}

}  // namespace steptail::metrics
