#include "web/runs_api.h"

#include <algorithm>

#include "metrics/catalogue.h"
#include "metrics/label_text.h"
#include "web/json_writer.h"

namespace steptail::web {
namespace {

// "training_failures_total" -> "failures"
std::string_view short_name(std::string_view metric) {
  constexpr std::string_view kPrefix = "training_", kSuffix = "_total";
  if (metric.starts_with(kPrefix)) metric.remove_prefix(kPrefix.size());
  if (metric.ends_with(kSuffix)) metric.remove_suffix(kSuffix.size());
  return metric;
}

// Metrics that the object says in a better way.
bool is_said_otherwise(std::string_view metric) {
  return metric == "training_run_info" || metric == "training_state" ||
         metric == "training_stalled";
}

// Takes the numbers without labels.
class NumberSink final : public metrics::SeriesSink {
 public:
  explicit NumberSink(JsonWriter& json) : json_(json) {}
  void begin(std::string_view name) { name_ = name; }

  using SeriesSink::number;
  void number(std::span<const metrics::Label> labels, double value) override {
    if (!labels.empty()) return;
    json_.key(name_);
    json_.number(value);
  }
  void summary(std::span<const metrics::Label>, double, double) override {}

 private:
  JsonWriter& json_;
  std::string_view name_;
};

void write_identity(JsonWriter& json, const metrics::RunSnapshot& run) {
  json.key("id");
  json.text(run.id);
  json.key("labels");
  json.begin_object();
  for (const auto& [name, value] : metrics::parse_label_text(run.label_text)) {
    json.key(name);
    json.text(value);
  }
  json.end_object();
  json.key("watch");
  json.text(run.watch);
  json.key("path");
  json.text(run.data.path);
  json.key("formats");
  json.begin_array();
  for (const std::string& format : run.data.formats) json.text(format);
  json.end_array();
}

void write_run(JsonWriter& json, const metrics::RunSnapshot& run) {
  json.begin_object();
  write_identity(json, run);
  json.key("state");
  json.text(format::state_name(run.data.state));
  json.key("stalled");
  json.truth(run.stall.stalled);
  NumberSink sink(json);
  for (const metrics::RunMetric& row : metrics::run_metrics()) {
    if (is_said_otherwise(row.metric.name)) continue;
    sink.begin(short_name(row.metric.name));
    row.series(run, sink);
  }
  json.end_object();
}

}  // namespace

std::string render_runs(const Snapshots& snapshots, std::size_t expected_bytes) {
  std::string out;
  out.reserve(expected_bytes);
  JsonWriter json(out);
  base::WallTime taken{};
  for (const auto& shard : snapshots) {
    if (shard) taken = std::max(taken, shard->taken);
  }
  json.begin_object();
  json.key("taken_timestamp_seconds");
  json.number(base::to_seconds(taken));
  json.key("runs");
  json.begin_array();
  for (const auto& shard : snapshots) {
    if (!shard) continue;
    for (const auto& run : shard->runs) write_run(json, *run);
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

}  // namespace steptail::web
