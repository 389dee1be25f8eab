#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "config/config.h"
#include "metrics/snapshot.h"
#include "pipeline/consistent_sample.h"
#include "pipeline/decoder.h"
#include "pipeline/iteration_profile.h"
#include "pipeline/publisher.h"
#include "run/run_table.h"

namespace steptail::pipeline {

// A time without progress that was longer than the state allows.
struct Pause {
  base::WallTime from{}, to{};
  format::State state = format::State::Starting;
};

// A line that said that the run failed.
struct FailureLine {
  format::FailureClass failure = format::FailureClass::Other;
  std::optional<double> iteration;  // the last one before it
  std::optional<base::WallTime> printed;
  std::string line;  // cut
};

// What a person asks of a finished log beyond its last values.
struct RunSummary {
  static constexpr std::size_t kMostPauses = 100;
  static constexpr std::size_t kMostFailureLines = 20;

  std::optional<double> first_iteration, last_iteration;
  std::optional<double> first_loss, last_loss, best_loss, best_loss_iteration;
  ConsistentSample losses;  // by iteration
  IterationProfile iterations;
  std::vector<Pause> pauses;  // the first ones
  // The first of each class after each iteration: ranks say the same many times.
  std::vector<FailureLine> failure_lines;
};

// A shape of lines that no rule matched: digits are written as #. Blank lines are none.
struct UnmatchedShape {
  std::string shape;
  bool cut = false;     // they go on behind it
  std::string example;  // the first such line, cut
  std::uint64_t count = 0;
};

// Reads whole files through the decoder and the run table that `serve` uses, once, to their end.
// Thread: one. Memory: bounded whatever the length of the files.
class Inspection {
 public:
  struct Options {
    std::shared_ptr<const format::FormatSet> formats;
    std::vector<std::string> only;  // formats to try; empty: all
    lines::TimeZone zone = lines::TimeZone::local();
    config::Limits limits;
    run::StallOptions stall;
    bool keeps_unmatched = true;  // for unmatched(); costs more than anything else of such a line
  };
  // Gives the next bytes, which live until the next call; empty: the end.
  using Source = std::function<base::Result<std::string_view>()>;
  // Called now and then with the bytes read so far; false: stop here.
  using Progress = std::function<bool(std::uint64_t)>;

  struct Input {
    std::string path;
    run::RunIdentity identity;
    std::string rank;
    base::WallTime modified{};
    std::uint64_t size = 0;
    Source source;
  };
  struct FileReport {
    std::string path;
    run::RunIdentity identity;
    std::string formats;  // comma-joined; empty: not recognised
    std::uint64_t bytes = 0;
    LineCounters counters;
  };

  Inspection(Options options, const base::Clock& clock);
  ~Inspection();

  // Error: the source failed; what was read until then stays.
  base::Result<FileReport> read(Input input, const Progress& progress);

  // The runs as a page would show them, sorted.
  [[nodiscard]] std::shared_ptr<const metrics::ShardSnapshot> snapshot();
  [[nodiscard]] const RunSummary& summary(const run::RunIdentity& identity) const;
  // The most frequent first.
  [[nodiscard]] std::vector<UnmatchedShape> unmatched(std::size_t most) const;

 private:
  class Sink;
  Options options_;
  const base::Clock& clock_;
  run::RunTable runs_;
  std::map<std::string, std::uint64_t> refused_;
  std::map<std::string, RunSummary> summaries_;  // by identity key
  std::map<std::string, UnmatchedShape, std::less<>> shapes_;
};

}  // namespace steptail::pipeline
