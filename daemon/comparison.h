#pragma once

#include <optional>
#include <string>
#include <vector>

#include "metrics/snapshot.h"
#include "pipeline/inspection.h"

namespace steptail::daemon {

// One figure of two runs; nullopt: the run does not have it.
struct ComparedFigure {
  std::string name;
  std::optional<double> a, b;
  bool is_time = false;  // in seconds
};

// Two runs beside each other.
struct Comparison {
  format::State state_a = format::State::Starting;
  format::State state_b = format::State::Starting;
  std::vector<ComparedFigure> figures;  // steps, failures, losses, times, rates
  std::vector<ComparedFigure> phases;   // mean seconds of an iteration
  // Losses at steps that both have, evenly spread over what they have in common.
  struct Loss {
    double iteration = 0, a = 0, b = 0;
  };
  std::vector<Loss> losses;
};

// The two runs that were inspected, that of the first file first; nullopt: there are not two.
struct ComparedRuns {
  const metrics::RunSnapshot* a;
  const metrics::RunSnapshot* b;
};
[[nodiscard]] std::optional<ComparedRuns> two_runs(
    const metrics::ShardSnapshot& snapshot,
    const std::vector<pipeline::Inspection::FileReport>& files);

// Pure.
[[nodiscard]] Comparison compare(const metrics::RunSnapshot& a,
                                 const pipeline::RunSummary& summary_a,
                                 const metrics::RunSnapshot& b,
                                 const pipeline::RunSummary& summary_b);

// As a table for people.
[[nodiscard]] std::string comparison_text(const Comparison& comparison);

}  // namespace steptail::daemon
