#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/comparison.h"
#include "daemon/inspect_report.h"

namespace steptail::daemon {
namespace {

using nlohmann::json;

// JSON has no NaN: they are written as the strings that Prometheus uses.
json json_number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  return value;
}

void put(json& object, const char* name, const std::optional<double>& value) {
  if (value) object[name] = json_number(*value);
}

json labelled(const std::vector<run::LabelledValue>& values, const char* label) {
  json list = json::array();
  for (const run::LabelledValue& value : values) {
    json one{{label, value.label}, {"value", json_number(value.number)}};
    if (!value.rank.empty()) one["rank"] = value.rank;
    if (!value.stat.empty()) one["stat"] = value.stat;
    list.push_back(std::move(one));
  }
  return list;
}

void put_profile(json& object, const pipeline::IterationProfile& iterations) {
  if (iterations.count() == 0) return;
  json& shares = object["iteration_seconds_percentiles"];
  for (const auto& [name, share] :
       {std::pair{"50", 0.5}, std::pair{"90", 0.9}, std::pair{"99", 0.99}, std::pair{"100", 1.0}}) {
    put(shares, name, iterations.percentile(share));
  }
  object["slowest_iterations"] = json::array();
  for (const pipeline::IterationProfile::Slow& slow : iterations.slowest()) {
    json one{{"seconds", slow.seconds}, {"line", slow.line}};
    put(one, "iteration", slow.iteration);
    object["slowest_iterations"].push_back(std::move(one));
  }
}

json pause_list(const std::vector<pipeline::Pause>& pauses) {
  json list = json::array();
  for (const pipeline::Pause& pause : pauses) {
    list.push_back({{"from_timestamp_seconds", base::to_seconds(pause.from)},
                    {"seconds", base::to_seconds(pause.to - pause.from)},
                    {"state", format::state_name(pause.state)}});
  }
  return list;
}

json failure_lines(const std::vector<pipeline::FailureLine>& failures) {
  json list = json::array();
  for (const pipeline::FailureLine& failure : failures) {
    json one{{"class", format::failure_class_name(failure.failure)}, {"line", failure.line}};
    put(one, "iteration", failure.iteration);
    if (failure.printed) one["timestamp_seconds"] = base::to_seconds(*failure.printed);
    list.push_back(std::move(one));
  }
  return list;
}

json figures(const std::vector<ComparedFigure>& compared) {
  json list = json::array();
  for (const ComparedFigure& figure : compared) {
    json one{{"name", figure.name}};
    put(one, "a", figure.a);
    put(one, "b", figure.b);
    list.push_back(std::move(one));
  }
  return list;
}

json labels_of(const metrics::RunSnapshot& run) {
  json labels = json::object();
  for (const auto& [name, value] : run.name->identity.labels) labels[name] = value;
  return labels;
}

json comparison_object(const ComparedRuns& runs, const pipeline::Inspection& inspection) {
  const Comparison both = compare(*runs.a, inspection.summary(runs.a->name->identity), *runs.b,
                                  inspection.summary(runs.b->name->identity));
  json object{{"figures", figures(both.figures)},
              {"phases", figures(both.phases)},
              {"losses", json::array()}};
  object["labels"] = {{"a", labels_of(*runs.a)}, {"b", labels_of(*runs.b)}};
  object["states"] = {{"a", format::state_name(both.state_a)},
                      {"b", format::state_name(both.state_b)}};
  for (const Comparison::Loss& loss : both.losses) {
    object["losses"].push_back({{"iteration", json_number(loss.iteration)},
                                {"a", json_number(loss.a)},
                                {"b", json_number(loss.b)}});
  }
  return object;
}

json run_object(const metrics::RunSnapshot& run, const pipeline::RunSummary& summary) {
  const run::RunData& data = run.data;
  json object;
  object["labels"] = labels_of(run);
  object["formats"] = data.formats;
  object["state"] = format::state_name(data.state);
  object["stalled"] = run.stall.stalled;
  object["attempts"] = data.attempts;
  object["checkpoints"] = data.checkpoints;
  object["incidents"] = data.incidents;
  put(object, "first_iteration", summary.first_iteration);
  put(object, "last_iteration", summary.last_iteration);
  put(object, "first_loss", summary.first_loss);
  put(object, "last_loss", summary.last_loss);
  put(object, "best_loss", summary.best_loss);
  put(object, "best_loss_iteration", summary.best_loss_iteration);
  for (std::size_t i = 0; i < format::kFieldCount; ++i) {
    auto field = static_cast<format::Field>(i);
    std::optional<double> value = data.get(field);
    if (value) object["values"][std::string(format::field_name(field))] = json_number(*value);
  }
  if (data.iteration_duration.count > 0) {
    object["mean_iteration_seconds"] =
        data.iteration_duration.seconds / data.iteration_duration.count;
  }
  put_profile(object, summary.iterations);
  object["pauses"] = pause_list(summary.pauses);
  object["phases"] = labelled(data.phases, "phase");
  object["loss_components"] = labelled(data.loss_components, "component");
  object["accuracies"] = labelled(data.accuracies, "split");
  object["memory"] = labelled(data.memory, "kind");
  object["failures"] = json::object();
  for (std::size_t i = 0; i < data.failures.size(); ++i) {
    if (data.failures[i] == 0) continue;
    auto failure = static_cast<format::FailureClass>(i);
    object["failures"][std::string(format::failure_class_name(failure))] = data.failures[i];
  }
  object["failure_lines"] = failure_lines(summary.failure_lines);
  return object;
}

}  // namespace

std::string json_report(const metrics::ShardSnapshot& snapshot,
                        const pipeline::Inspection& inspection,
                        const std::vector<pipeline::Inspection::FileReport>& files) {
  json report{{"runs", json::array()}, {"files", json::array()}};
  for (const auto& run : snapshot.runs) {
    report["runs"].push_back(run_object(*run, inspection.summary(run->name->identity)));
  }
  for (const auto& file : files) {
    report["files"].push_back({{"path", file.path},
                               {"formats", file.formats},
                               {"bytes", file.bytes},
                               {"lines", file.counters.lines},
                               {"unmatched_lines", file.counters.unmatched_lines},
                               {"truncated_lines", file.counters.truncated_lines}});
  }
  if (const auto runs = two_runs(snapshot, files)) {
    report["comparison"] = comparison_object(*runs, inspection);
  }
  // Bytes of a path that are not UTF-8 are replaced, not fatal.
  return report.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace steptail::daemon
