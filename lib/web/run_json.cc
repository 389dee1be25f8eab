#include "web/run_json.h"

#include <algorithm>
#include <span>
#include <vector>

#include "metrics/catalogue.h"
#include "metrics/label_text.h"
#include "web/number_members.h"

namespace steptail::web {
namespace {

using run::History;

// Metrics that the object says in a better way.
bool is_said_otherwise(std::string_view metric) {
  return metric == "training_run_info" || metric == "training_state" ||
         metric == "training_stalled";
}

void write_identity(JsonWriter& json, const metrics::RunSnapshot& run) {
  json.member("id", run.name->id);
  json.key("labels");
  json.begin_object();
  for (const auto& [name, value] : metrics::parse_label_text(run.name->label_text)) {
    json.member(name, value);
  }
  json.end_object();
  json.member("watch", run.watch);
  json.member("path", run.data.path);
  json.key("formats");
  json.begin_array();
  for (const std::string& format : run.data.formats) json.text(format);
  json.end_array();
}

// One number a phase, for a bar: where ranks or extremes are printed, the slowest.
void write_phase_bar(JsonWriter& json, const run::RunData& data) {
  constexpr std::size_t kMostPhases = 12;
  std::vector<std::pair<std::string_view, double>> bar;
  for (const run::LabelledValue& phase : data.phases) {
    auto known = std::find_if(bar.begin(), bar.end(),
                              [&](const auto& entry) { return entry.first == phase.label; });
    if (known != bar.end()) {
      known->second = std::max(known->second, phase.number);
    } else if (bar.size() < kMostPhases) {
      bar.emplace_back(phase.label, phase.number);
    }
  }
  if (bar.empty()) return;
  json.key("phases");
  json.begin_object();
  for (const auto& [label, seconds] : bar) json.member(label, seconds);
  json.end_object();
}

void write_points(JsonWriter& json, std::span<const History::Point> points) {
  json.begin_array();
  for (const History::Point& point : points) {
    const bool newest = &point == &points.back();
    json.begin_array();
    newest ? json.number(point.x) : json.rounded(point.x);
    newest ? json.number(point.y) : json.rounded(point.y);
    json.end_array();
  }
  json.end_array();
}

// What an attempt did again takes the place of what was.
void drop_replaced(std::vector<History::Point>& points) {
  std::size_t kept = 0;
  for (const History::Point& point : points) {
    while (kept > 0 && points[kept - 1].x >= point.x) --kept;
    points[kept++] = point;
  }
  points.resize(kept);
}

void write_curve(JsonWriter& json, std::string_view name, const History& history) {
  const auto points = history.points();
  if (points.empty()) return;
  json.key(name);
  write_points(json, points);
}

void write_curves(JsonWriter& json, const run::RunData& data) {
  json.key("curves");
  json.begin_object();
  write_curve(json, "loss", data.loss_history);
  write_curve(json, "validation_loss", data.validation_loss_history);
  write_curve(json, "iteration_seconds", data.iteration_seconds_history);
  if (data.rate_field) {
    write_curve(json, format::field_name(*data.rate_field), data.rate_history);
  }
  json.end_object();
}

void write_labelled(JsonWriter& json, std::string_view name,
                    const std::vector<run::LabelledValue>& values) {
  if (values.empty()) return;
  json.key(name);
  json.begin_array();
  for (const run::LabelledValue& value : values) {
    json.begin_object();
    json.member("label", value.label);
    if (!value.rank.empty()) json.member("rank", value.rank);
    if (!value.stat.empty()) json.member("stat", value.stat);
    json.member("value", value.number);
    json.end_object();
  }
  json.end_array();
}

void write_attempts(JsonWriter& json, const run::RunData& data) {
  const auto& attempts = data.chronicle.attempts();
  json.key("attempt_list");
  json.begin_array();
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    json.begin_object();
    json.member("attempt",
                static_cast<double>(data.attempts + 1 + i) - static_cast<double>(attempts.size()));
    json.member("began_timestamp_seconds", base::to_seconds(attempts[i].began));
    json.member("first_iteration", attempts[i].first_iteration);
    json.member("last_iteration", attempts[i].last_iteration);
    if (attempts[i].ended_as) json.member("ended_as", format::state_name(*attempts[i].ended_as));
    json.end_object();
  }
  json.end_array();
}

void write_checkpoints(JsonWriter& json, const run::RunData& data) {
  json.key("checkpoint_list");
  json.begin_array();
  for (const auto& save : data.chronicle.saves()) {
    json.begin_object();
    json.member("timestamp_seconds", base::to_seconds(save.time));
    json.member("iteration", save.iteration);
    json.member("duration_seconds", save.duration_seconds);
    json.end_object();
  }
  json.end_array();
}

void write_failures(JsonWriter& json, const run::RunData& data) {
  json.key("failure_list");
  json.begin_array();
  for (const auto& failure : data.chronicle.failures()) {
    json.begin_object();
    json.member("timestamp_seconds", base::to_seconds(failure.time));
    json.member("class", format::failure_class_name(failure.failure));
    json.member("iteration", failure.iteration);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_run_summary(JsonWriter& json, const metrics::RunSnapshot& run) {
  write_identity(json, run);
  json.member("state", format::state_name(run.data.state));
  json.key("stalled");
  json.truth(run.stall.stalled);
  NumberMembers sink(json, "training_");
  for (const metrics::RunMetric& row : metrics::run_metrics()) {
    if (is_said_otherwise(row.metric.name)) continue;
    sink.begin(row.metric.name);
    row.series(run, sink);
  }
  write_phase_bar(json, run.data);
  const auto& failures = run.data.chronicle.failures();
  if (!failures.empty()) {
    json.member("last_failure", format::failure_class_name(failures.back().failure));
  }
}

void write_run_details(JsonWriter& json, const metrics::RunSnapshot& run) {
  const run::RunData& data = run.data;
  write_curves(json, data);
  write_labelled(json, "phase_list", data.phases);
  write_labelled(json, "loss_components", data.loss_components);
  write_labelled(json, "accuracy_ratios", data.accuracies);
  write_labelled(json, "memory_bytes", data.memory);
  write_labelled(json, "values", data.values);
  write_labelled(json, "counted", data.counted);
  write_attempts(json, data);
  write_checkpoints(json, data);
  write_failures(json, data);
}

void write_small_curve(JsonWriter& json, const metrics::RunSnapshot& run) {
  auto points = run.data.loss_history.points();
  drop_replaced(points);
  if (points.empty()) return;
  if (points.size() > kSmallCurve) {
    // From the newest backwards in equal steps, and the oldest.
    const std::size_t last = points.size() - 1;
    for (std::size_t i = 0; i < kSmallCurve; ++i) points[i] = points[i * last / (kSmallCurve - 1)];
    points.resize(kSmallCurve);
  }
  json.key("loss_curve");
  write_points(json, points);
}

}  // namespace steptail::web
