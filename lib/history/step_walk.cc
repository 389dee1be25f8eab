#include "history/step_walk.h"

#include <algorithm>

namespace steptail::history {

using format::Field;

namespace {

// Longer ones are torn or hostile numbers.
constexpr double kLongestWalkSeconds = 7.0 * 24 * 3600;

}  // namespace

std::size_t StepWalk::track(std::string_view format) {
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    if (tracks_[i].format == format) return i;
  }
  tracks_.push_back({.format = format});
  return tracks_.size() - 1;
}

void StepWalk::learn_time(const format::Record& record) {
  double seconds = 0;
  if (auto printed = record.find(Field::IterationSeconds)) {
    seconds = *printed;
  } else if (auto rate = record.find(Field::IterationsPerSecond)) {
    seconds = *rate > 0 ? 1 / *rate : 0;
  }
  if (seconds > 0 && seconds <= kLongestWalkSeconds) iteration_seconds_ = seconds;
}

std::optional<Steps> StepWalk::take(const format::Record& record) {
  learn_time(record);
  if (record.common && !record.progress) return std::nullopt;
  const std::size_t index = this->track(record.format_name);
  Track& track = tracks_[index];
  track.epochs.learn(record);
  if (!record.progress) return std::nullopt;
  double advance = 1;
  const run::Step step = run::step_of(record, track.epochs);
  if (step.measure == run::Measure::Iteration) {
    if (track.iteration && step.value >= *track.iteration) advance = step.value - *track.iteration;
    track.iteration = step.value;
  }
  const double seconds =
      timed() ? advance * iteration_seconds_ : (advance > 0 ? spacing_seconds_ : 0);
  return Steps{.seconds = std::min(seconds, kLongestWalkSeconds), .format = index};
}

}  // namespace steptail::history
