#include "run/run_state.h"

#include <algorithm>

#include "base/letters.h"

namespace steptail::run {

using format::Field;
using format::Record;
using format::State;

namespace {

// From the launcher or the path; else the line says whose numbers these are.
std::string_view rank_of(const Record& record, const LineContext& context) {
  if (!context.rank.empty() || record.values().empty()) return context.rank;
  return record.values().front().rank;
}

bool says_epochs(const FoldLine& line) {
  return line.has(Field::Epoch) || line.has(Field::EpochLength) || line.has(Field::EpochsPlanned) ||
         line.has(Field::FinishedEpochs);
}

bool is_start_up(const Record& record) {
  if (!record.state) return false;
  return *record.state == State::Starting || *record.state == State::Compiling ||
         *record.state == State::Queued || *record.state == State::Loading;
}

}  // namespace

RunState::RunState(RunLimits limits) : values_(limits.series) {}

void RunState::seen_line(const LineContext& context) {
  life_.begin_run(context, data_);
  data_.last_line = context.when;
}

void RunState::begin_attempt(std::string_view rank, const LineContext& context) {
  tracker_.begin_attempt(tracker_.source(rank, context.path));
  show_attempt(State::Starting, context);
  data_.path = context.path.text;
}

bool RunState::apply(const Record& record, const LineContext& context) {
  seen_line(context);
  data_.touched.reset();
  FoldLine line(record, context, rank_of(record, context));
  know_format(line);
  Source& from = tracker_.source(line.rank, context.path);
  if (record.attempt && !take_banner(line, from)) return false;
  if (!take_step(line, from)) return false;
  values_.take(line, data_);
  if (line.advances()) take_advance(line);
  take_life(line, from);
  if (life_.take_interruption()) values_.interrupted();
  return true;
}

// Rules common to all formats make no format of a run, unless they say how far it is.
void RunState::know_format(FoldLine& line) {
  if (line.record.common && !line.record.progress) return;
  auto index = tracker_.format(line.record.format_name);
  if (!index) return;
  line.format_index = *index;
  line.format = &tracker_.track(*index);
  if (*index < data_.formats.size()) return;  // both grow together
  auto place =
      std::lower_bound(data_.formats.begin(), data_.formats.end(), line.record.format_name);
  data_.formats.emplace(place, line.record.format_name);
}

bool RunState::take_banner(const FoldLine& line, Source& from) {
  switch (tracker_.banner(from, line.record.rule_name, line.context.live)) {
    case AttemptTracker::Banner::Copy:
      return false;
    case AttemptTracker::Banner::Same:
      return true;
    case AttemptTracker::Banner::New:
      break;
  }
  show_attempt(line.record.state.value_or(State::Starting), line.context);
  return true;
}

bool RunState::take_step(FoldLine& line, Source& from) {
  if (line.format == nullptr) return true;
  if (says_epochs(line)) line.format->epochs.learn(line.record);
  if (!line.record.progress) return true;
  Step step = step_of(line.record, line.format->epochs);
  AttemptTracker::Verdict verdict =
      tracker_.judge(line.format_index, from, step, line.context.live);
  if (verdict.kind == AttemptTracker::Kind::Fallback) {
    tracker_.begin_attempt(from);
    show_attempt(State::Training, line.context);
    verdict = tracker_.judge(line.format_index, from, step, line.context.live);
  }
  if (verdict.kind == AttemptTracker::Kind::Copy) return false;
  line.step = step;
  line.verdict = verdict;
  return true;
}

void RunState::show_attempt(State state, const LineContext& context) {
  data_.attempts = tracker_.attempt();
  values_.begin_attempt();
  life_.begin_attempt(state, context, data_);
}

void RunState::take_advance(const FoldLine& line) {
  const std::string_view path = line.context.path.text;
  if (!base::same_text(data_.path, path)) data_.path = path;
  std::optional<double> seconds = life_.advance(line, data_);
  if (seconds && line.step->measure == Measure::Iteration) {
    values_.note_interval(*seconds / line.verdict.advance);
  }
}

void RunState::take_life(const FoldLine& line, const Source& from) {
  bool ended = false;
  if (tracker_.lags(from, line.context.live, is_start_up(line.record))) {
    ended = life_.take_late(line, data_);
  } else {
    std::optional<double> iteration = data_.get(Field::Iteration);
    if (from.ranked() && from.has_step) iteration = from.step;
    ended = life_.take(line, iteration, data_);
  }
  if (ended) tracker_.ended();
}

}  // namespace steptail::run
