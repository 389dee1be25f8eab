#include "daemon/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <string_view>
#include <utility>

#include "daemon/figures.h"
#include "daemon/printable.h"

namespace steptail::daemon {
namespace {

using format::Field;
using pipeline::RunSummary;

constexpr std::size_t kMostLosses = 10;

std::optional<double> mean(const run::DurationSum& sum) {
  if (!(sum.count > 0)) return std::nullopt;
  return sum.seconds / sum.count;
}

std::string name_of(const run::PhaseSum& phase) {
  std::string name = phase.label;
  if (!phase.rank.empty()) name += " (rank " + phase.rank + ")";
  if (!phase.stat.empty()) name += " (" + phase.stat + ")";
  return name;
}

double count_failures(const run::RunData& data) {
  return static_cast<double>(
      std::accumulate(data.failures.begin(), data.failures.end(), std::uint64_t{0}));
}

std::vector<ComparedFigure> compare_figures(const run::RunData& a, const RunSummary& summary_a,
                                            const run::RunData& b, const RunSummary& summary_b) {
  const auto share = [&](double of) {
    return std::pair{summary_a.iterations.percentile(of), summary_b.iterations.percentile(of)};
  };
  std::vector<ComparedFigure> figures{
      {"first step", summary_a.first_iteration, summary_b.first_iteration},
      {"last step", summary_a.last_iteration, summary_b.last_iteration},
      {"epoch", a.get(Field::Epoch), b.get(Field::Epoch)},
      {"attempts", static_cast<double>(a.attempts), static_cast<double>(b.attempts)},
      {"failures", count_failures(a), count_failures(b)},
      {"last loss", summary_a.last_loss, summary_b.last_loss},
      {"best loss", summary_a.best_loss, summary_b.best_loss},
      {"validation loss", a.get(Field::ValidationLoss), b.get(Field::ValidationLoss)},
      {"samples/s", a.get(Field::SamplesPerSecond), b.get(Field::SamplesPerSecond)},
      {"tokens/s", a.get(Field::TokensPerSecond), b.get(Field::TokensPerSecond)},
      {"mean iteration", mean(a.iteration_duration), mean(b.iteration_duration), true}};
  for (const auto& [name, of] :
       {std::pair{"median iteration", 0.5}, std::pair{"p90 iteration", 0.9},
        std::pair{"p99 iteration", 0.99}}) {
    figures.push_back({name, share(of).first, share(of).second, true});
  }
  std::erase_if(figures, [](const ComparedFigure& figure) { return !figure.a && !figure.b; });
  return figures;
}

// The longest ones of the first run first, then those that only the second one has.
std::vector<ComparedFigure> compare_phases(const run::RunData& a, const run::RunData& b) {
  std::vector<ComparedFigure> phases;
  for (const run::PhaseSum& phase : a.phase_durations) {
    phases.push_back({name_of(phase), mean(phase.sum), std::nullopt, true});
  }
  for (const run::PhaseSum& phase : b.phase_durations) {
    const std::string name = name_of(phase);
    auto same = std::find_if(phases.begin(), phases.end(),
                             [&](const ComparedFigure& known) { return known.name == name; });
    if (same == phases.end()) {
      phases.push_back({.name = name, .is_time = true});
      same = std::prev(phases.end());
    }
    same->b = mean(phase.sum);
  }
  std::stable_sort(phases.begin(), phases.end(), [](const auto& left, const auto& right) {
    return left.a.value_or(0) > right.a.value_or(0);
  });
  return phases;
}

std::vector<Comparison::Loss> compare_losses(const RunSummary& a, const RunSummary& b) {
  std::vector<Comparison::Loss> common;
  for (const auto& [iteration, loss] : a.losses.values()) {
    auto same = b.losses.values().find(iteration);
    if (same != b.losses.values().end()) common.push_back({iteration, loss, same->second});
  }
  if (common.size() <= kMostLosses) return common;
  std::vector<Comparison::Loss> spread;
  for (std::size_t i = 0; i < kMostLosses; ++i) {
    spread.push_back(common[i * (common.size() - 1) / (kMostLosses - 1)]);
  }
  return spread;
}

// By how much b differs, as far as the digits tell that are shown of both.
double shown_difference(double a, double b) {
  constexpr int kShownDigits = 6;
  const double by = b - a;
  const double most = std::max(std::abs(a), std::abs(b));
  if (!std::isfinite(by) || most == 0) return by;
  const double last = std::pow(10.0, std::floor(std::log10(most)) + 1 - kShownDigits);
  return std::abs(by) < last / 2 ? 0 : by;
}

// " (+2.3 %)"; nothing where it would be none.
std::string percent(double by, double of) {
  const double share = by / of * 100;
  if (!(of > 0) || !std::isfinite(share) || std::abs(share) < 0.05) return "";
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), std::abs(share) < 100 ? " (%+.1f %%)" : " (%+.0f %%)",
                share);
  return text.data();
}

// Of what is no count, three digits: more are noise.
std::string difference(const ComparedFigure& figure) {
  constexpr int kDigits = 3;
  if (!figure.a || !figure.b) return "";
  const double by = shown_difference(*figure.a, *figure.b);
  if (by == 0) return "0";
  const double size = std::abs(by);
  const std::string text = figure.is_time             ? seconds(size, kDigits)
                           : size == std::floor(size) ? whole(size)
                                                      : number(size, kDigits);
  return (by > 0 ? "+" : by < 0 ? "-" : "") + text + percent(by, *figure.a);
}

void add_row(std::string& out, const std::string& name, std::string_view a, std::string_view b,
             const std::string& difference) {
  constexpr std::size_t kMostBytes = 160;
  std::array<char, kMostBytes> line{};
  std::snprintf(line.data(), line.size(), "  %-32.32s %14.*s %14.*s%s%s\n", name.c_str(),
                static_cast<int>(a.size()), a.data(), static_cast<int>(b.size()), b.data(),
                difference.empty() ? "" : "   ", difference.c_str());
  out += line.data();
}

void add_row(std::string& out, const ComparedFigure& figure) {
  const auto value = [&](const std::optional<double>& of) {
    if (!of) return std::string("-");
    return figure.is_time ? seconds(*of) : number(*of);
  };
  add_row(out, printable(figure.name), value(figure.a), value(figure.b), difference(figure));
}

}  // namespace

std::optional<ComparedRuns> two_runs(const metrics::ShardSnapshot& snapshot,
                                     const std::vector<pipeline::Inspection::FileReport>& files) {
  if (snapshot.runs.size() != 2) return std::nullopt;
  ComparedRuns runs{snapshot.runs[0].get(), snapshot.runs[1].get()};
  if (!files.empty() && runs.b->name->identity == files.front().identity) std::swap(runs.a, runs.b);
  return runs;
}

Comparison compare(const metrics::RunSnapshot& a, const RunSummary& summary_a,
                   const metrics::RunSnapshot& b, const RunSummary& summary_b) {
  return {.state_a = a.data.state,
          .state_b = b.data.state,
          .figures = compare_figures(a.data, summary_a, b.data, summary_b),
          .phases = compare_phases(a.data, b.data),
          .losses = compare_losses(summary_a, summary_b)};
}

std::string comparison_text(const Comparison& comparison) {
  std::string out;
  add_row(out, "state", format::state_name(comparison.state_a),
          format::state_name(comparison.state_b), "");
  for (const ComparedFigure& figure : comparison.figures) add_row(out, figure);
  for (const Comparison::Loss& loss : comparison.losses) {
    add_row(out, {"loss at step " + whole(loss.iteration), loss.a, loss.b});
  }
  for (const ComparedFigure& phase : comparison.phases) add_row(out, phase);
  return out;
}

}  // namespace steptail::daemon
