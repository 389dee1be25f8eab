#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "daemon/comparison.h"
#include "daemon/curve.h"
#include "daemon/figures.h"
#include "daemon/inspect_report.h"
#include "daemon/printable.h"
#include "daemon/unmatched_report.h"

namespace steptail::daemon {
namespace {

using format::Field;

constexpr std::size_t kCurveColumns = 60;
constexpr std::size_t kCurveRows = 6;
constexpr std::size_t kMaxPhases = 12;
constexpr std::size_t kMaxPauses = 10;
constexpr std::size_t kLineColumns = 120;

void row(std::string& out, std::string_view name, const std::string& value) {
  if (value.empty()) return;
  std::array<char, 32> label{};
  std::snprintf(label.data(), label.size(), "  %-13.*s", static_cast<int>(name.size()),
                name.data());
  out += label.data() + value + "\n";
}

std::string formats_of(const run::RunData& data) {
  std::string text;
  for (const std::string& name : data.formats) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string iterations(const run::RunData& data, const pipeline::RunSummary& summary) {
  if (!summary.first_iteration) return {};
  std::string text = whole(*summary.first_iteration) + " to " + whole(*summary.last_iteration);
  if (auto planned = data.get(Field::IterationsPlanned)) text += " of " + whole(*planned);
  return text;
}

std::string epoch(const run::RunData& data) {
  const auto value = data.get(Field::Epoch);
  return value ? number(*value) : std::string();
}

std::string loss(const pipeline::RunSummary& summary) {
  if (!summary.first_loss) return {};
  std::string text =
      "first " + number(*summary.first_loss) + ", last " + number(*summary.last_loss);
  if (summary.best_loss) {
    text += ", best " + number(*summary.best_loss);
    if (summary.best_loss_iteration) text += " at " + whole(*summary.best_loss_iteration);
  }
  return text;
}

std::string validation(const run::RunData& data) {
  std::string text;
  auto part = [&](Field field, const char* name) {
    if (auto value = data.get(field)) text += (text.empty() ? "" : ", ") + (name + number(*value));
  };
  part(Field::ValidationLoss, "loss ");
  part(Field::ValidationPerplexity, "perplexity ");
  part(Field::ValidationIteration, "at ");
  for (const run::LabelledValue& accuracy : data.accuracies) {
    text += (text.empty() ? "" : ", ") + accuracy.label + " accuracy " + number(accuracy.number);
  }
  return text;
}

std::string throughput(const run::RunData& data) {
  std::string text;
  auto part = [&](Field field, const char* unit) {
    if (auto value = data.get(field)) {
      text += (text.empty() ? "" : ", ") + (number(*value) + unit);
    }
  };
  part(Field::SamplesPerSecond, " samples/s");
  part(Field::SamplesPerSecondOverall, " samples/s overall");
  part(Field::TokensPerSecond, " tokens/s");
  part(Field::DeviceTokensPerSecond, " tokens/s a device");
  return text;
}

std::string iteration_time(const run::RunData& data) {
  std::string text;
  if (auto last = data.get(Field::IterationSeconds)) text = "last " + seconds(*last);
  if (data.iteration_duration.count > 0) {
    text += (text.empty() ? "" : ", ");
    text += "mean " + seconds(data.iteration_duration.seconds / data.iteration_duration.count);
  }
  return text;
}

std::string state(const run::RunData& data, const run::StallStatus& stall) {
  std::string text(format::state_name(data.state));
  if (stall.stalled)
    text += ", no progress for longer than " +
            seconds(base::to_seconds(stall.timeout.value_or(base::Duration{})));
  return text;
}

std::string checkpoints(const run::RunData& data) {
  if (data.checkpoints == 0) return {};
  std::string text = std::to_string(data.checkpoints);
  if (data.checkpoint_iteration) text += ", last at " + whole(*data.checkpoint_iteration);
  if (data.checkpoint_duration_seconds) text += " in " + seconds(*data.checkpoint_duration_seconds);
  return text;
}

std::string failures(const run::RunData& data) {
  std::string text;
  for (std::size_t i = 0; i < data.failures.size(); ++i) {
    if (data.failures[i] == 0) continue;
    text += (text.empty() ? "" : ", ") +
            std::string(format::failure_class_name(static_cast<format::FailureClass>(i))) + " " +
            std::to_string(data.failures[i]);
  }
  return text;
}

void add_phases(std::string& out, const run::RunData& data) {
  if (data.phase_durations.empty()) return;
  std::vector<run::PhaseSum> phases = data.phase_durations;
  auto mean = [](const run::PhaseSum& phase) {
    return phase.sum.count > 0 ? phase.sum.seconds / phase.sum.count : 0;
  };
  std::stable_sort(phases.begin(), phases.end(),
                   [&](const auto& a, const auto& b) { return mean(a) > mean(b); });
  if (phases.size() > kMaxPhases) phases.resize(kMaxPhases);
  out += "  phases       mean per iteration\n";
  for (const run::PhaseSum& phase : phases) {
    std::string name = phase.label;
    if (!phase.rank.empty()) name += " (rank " + phase.rank + ")";
    if (!phase.stat.empty()) name += " (" + phase.stat + ")";
    std::array<char, 96> line{};
    std::snprintf(line.data(), line.size(), "    %-44.44s %s\n", name.c_str(),
                  seconds(mean(phase)).c_str());
    out += line.data();
  }
}

std::string percentiles(const pipeline::IterationProfile& iterations) {
  if (iterations.count() < 2) return {};
  std::string text;
  for (const auto& [name, share] : {std::pair{"median ", 0.5}, std::pair{"p90 ", 0.9},
                                    std::pair{"p99 ", 0.99}, std::pair{"slowest ", 1.0}}) {
    text += (text.empty() ? "" : ", ") + (name + seconds(*iterations.percentile(share)));
  }
  return text;
}

void add_slowest(std::string& out, const pipeline::IterationProfile& iterations) {
  if (iterations.count() <= pipeline::IterationProfile::kSlowest) return;
  out += "  slowest      iterations, with their lines\n";
  for (const pipeline::IterationProfile::Slow& slow : iterations.slowest()) {
    out += "    " + seconds(slow.seconds) +
           (slow.iteration ? " at " + whole(*slow.iteration) : std::string()) + ": " +
           shortened(slow.line, kLineColumns) + "\n";
  }
}

void add_failures(std::string& out, const std::vector<pipeline::FailureLine>& failures) {
  const lines::TimeZone zone = lines::TimeZone::local();
  for (const pipeline::FailureLine& failure : failures) {
    out += "    " + std::string(format::failure_class_name(failure.failure)) +
           (failure.iteration ? " after " + whole(*failure.iteration) : std::string()) +
           (failure.printed ? ", " + zone.to_text(*failure.printed) : std::string()) + ": " +
           shortened(failure.line, kLineColumns) + "\n";
  }
}

void add_pauses(std::string& out, const std::vector<pipeline::Pause>& pauses) {
  const lines::TimeZone zone = lines::TimeZone::local();
  if (!pauses.empty()) out += "  pauses       longer than the state may last\n";
  for (std::size_t i = 0; i < std::min(pauses.size(), kMaxPauses); ++i) {
    const pipeline::Pause& pause = pauses[i];
    out += "    " + zone.to_text(pause.from) + "  " +
           seconds(base::to_seconds(pause.to - pause.from)) + " " +
           std::string(format::state_name(pause.state)) + "\n";
  }
  if (pauses.size() > kMaxPauses) {
    out += "    and " + std::to_string(pauses.size() - kMaxPauses) + " more\n";
  }
}

void add_run(std::string& out, const metrics::RunSnapshot& run,
             const pipeline::RunSummary& summary) {
  const run::RunData& data = run.data;
  out += title_of(run.name->identity) + "\n";
  row(out, "format", formats_of(data));
  row(out, "state", state(data, run.stall));
  row(out, "attempts", std::to_string(data.attempts));
  row(out, "iterations", iterations(data, summary));
  row(out, "epoch", epoch(data));
  row(out, "loss", loss(summary));
  row(out, "validation", validation(data));
  row(out, "throughput", throughput(data));
  row(out, "iteration", iteration_time(data));
  row(out, "", percentiles(summary.iterations));
  row(out, "checkpoints", checkpoints(data));
  row(out, "failures", failures(data));
  add_failures(out, summary.failure_lines);
  add_pauses(out, summary.pauses);
  add_slowest(out, summary.iterations);
  add_phases(out, data);
  for (const std::string& line :
       draw_curve(data.loss_history.points(), kCurveColumns, kCurveRows)) {
    out += "  " + line + "\n";
  }
  out += "\n";
}

// In the order in which the files were named.
std::vector<const metrics::RunSnapshot*> as_named(
    const metrics::ShardSnapshot& snapshot,
    const std::vector<pipeline::Inspection::FileReport>& files) {
  std::map<std::string, std::size_t> places;  // by identity key
  for (std::size_t i = 0; i < files.size(); ++i) places.emplace(files[i].identity.key(), i);
  std::vector<std::pair<std::size_t, const metrics::RunSnapshot*>> placed;
  for (const auto& run : snapshot.runs) {
    placed.emplace_back(places[run->name->identity.key()], run.get());
  }
  std::sort(placed.begin(), placed.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const metrics::RunSnapshot*> runs;
  for (const auto& [place, run] : placed) runs.push_back(run);
  return runs;
}

void add_comparison(std::string& out, const metrics::ShardSnapshot& snapshot,
                    const pipeline::Inspection& inspection,
                    const std::vector<pipeline::Inspection::FileReport>& files) {
  const auto runs = two_runs(snapshot, files);
  if (!runs) return;
  const run::RunIdentity& a = runs->a->name->identity;
  const run::RunIdentity& b = runs->b->name->identity;
  out += title_of(a) + " against " + title_of(b) + "\n";
  out += comparison_text(compare(*runs->a, inspection.summary(a), *runs->b, inspection.summary(b)));
  out += "\n";
}

}  // namespace

std::string text_report(const metrics::ShardSnapshot& snapshot,
                        const pipeline::Inspection& inspection,
                        const std::vector<pipeline::Inspection::FileReport>& files) {
  std::string out;
  for (const metrics::RunSnapshot* run : as_named(snapshot, files)) {
    add_run(out, *run, inspection.summary(run->name->identity));
  }
  add_comparison(out, snapshot, inspection, files);
  return out + unmatched_report(inspection, files);
}

}  // namespace steptail::daemon
