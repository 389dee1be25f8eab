#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/codec.h"
#include "base/time.h"
#include "run/step.h"

namespace steptail::run {

// How far one format is in the current attempt, in one measure, and whose line said so first.
struct StepTrack {
  bool started = false;
  bool ranked = false;  // lines of known ranks have come
  double highest = 0;
  std::optional<double> finished_epochs;  // with `highest`, where it is made from epochs
  std::string leader_rank;
  std::uint64_t leader_path = 0;
};

// What is known of one format of a run. Formats of a file count in their own steps at their own
// pace (an engine's lines between a trainer's, a bar), so each is followed by itself.
struct FormatTrack {
  std::string name;
  EpochMemory epochs;

  // Of the current attempt; AttemptTracker keeps these.
  std::array<StepTrack, kMeasureCount> steps;
  double weight = 1;              // iterations that the last progress line stands for
  std::uint64_t advance = 0;      // number of that line in the run, or of the attempt's begin
  double highest_iteration = -1;  // of the whole run

  // Of the current attempt; IterationTimes keeps these.
  bool timed = false;               // has printed an iteration time
  std::uint64_t timed_advance = 0;  // the advance that its last counted time belongs to
  std::uint64_t owner_lines = 0;    // lines of the format that gives the times, seen by then
  std::optional<base::WallTime> anchor_time;  // dated progress line that a time can be derived from
  double anchor_step = 0;
  std::uint64_t anchor_stretch = 0;

  [[nodiscard]] StepTrack& track(Measure measure) {
    return steps[static_cast<std::size_t>(measure)];
  }
  // Has said in this attempt how far it is.
  [[nodiscard]] bool has_started() const {
    return std::any_of(steps.begin(), steps.end(), [](const StepTrack& s) { return s.started; });
  }
  void forget_attempt();

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);
};

}  // namespace steptail::run
