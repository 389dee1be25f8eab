#include "run/life_fold.h"

#include "run/elapsed.h"
#include "run/mono_codec.h"
#include "run/optional_codec.h"

namespace steptail::run {

using format::Event;
using format::Field;
using format::State;

void LifeFold::progressed(const LineContext& context, RunData& data) {
  data.last_progress = context.when;
  data.last_progress_mono = context.mono;
}

void LifeFold::begin_run(const LineContext& context, RunData& data) {
  if (data.start) return;
  data.start = context.when;
  data.chronicle.attempt_began(context.when);
  data.state = states_.current();
  progressed(context, data);
}

// The state on top is what is exported; that it changed is progress.
void LifeFold::show_state(const LineContext& context, RunData& data) {
  State state = states_.current();
  if (state != State::Training) {
    anchor_.reset();
    interrupted_ = true;
  }
  if (state == data.state) return;
  data.state = state;
  progressed(context, data);
}

void LifeFold::begin_attempt(State state, const LineContext& context, RunData& data) {
  states_.begin_attempt(state);
  saves_.begin_attempt();
  count(incident_.end(), data);
  data.chronicle.attempt_ended(data.get(Field::Iteration), data.state);
  data.chronicle.attempt_began(context.when);
  stall_clock_.attempt_began();
  anchor_.reset();
  show_state(context, data);
}

std::optional<base::Duration> LifeFold::interval(const FoldLine& line) const {
  if (!anchor_) return std::nullopt;
  const LineContext& context = line.context;
  if (context.live && anchor_->live) return context.mono - anchor_->mono;
  if (context.printed && anchor_->printed) {
    return elapsed(*anchor_->printed, *context.printed);
  }
  if (auto seconds = line.find(Field::IterationSeconds)) {
    return base::from_seconds(*seconds * line.format->weight);
  }
  auto rate = line.find(Field::IterationsPerSecond);
  if (!rate || !(*rate > 0)) return std::nullopt;
  return base::from_seconds(line.format->weight / *rate);
}

std::optional<double> LifeFold::advance(const FoldLine& line, RunData& data) {
  note(saves_.run_goes_on(), line.context, data);
  count(incident_.end(), data);
  data.chronicle.advanced(data.get(Field::Iteration));
  std::optional<base::Duration> length = interval(line);
  if (length) stall_clock_.interval(*length);
  states_.progress();
  show_state(line.context, data);
  progressed(line.context, data);
  anchor_ =
      Anchor{.mono = line.context.mono, .printed = line.context.printed, .live = line.context.live};
  if (!length || *length <= base::Duration::zero()) return std::nullopt;
  return base::to_seconds(*length);
}

bool LifeFold::take(const FoldLine& line, std::optional<double> last_iteration, RunData& data) {
  if (!line.record.state && line.record.event == Event::None) {
    take_save_time(line, data);
    return false;
  }
  SaveTracker::Line save{.printed_iteration = line.find(Field::CheckpointIteration),
                         .last_iteration = last_iteration,
                         .printed_duration = line.find(Field::CheckpointDurationSeconds),
                         .time = line.context.printed,
                         .rank = line.rank};
  if (line.record.state) take_state(line, save, data);
  return line.record.event != Event::None && take_event(line, save, data);
}

// A timer that tells, after the fact, how long the last save took.
void LifeFold::take_save_time(const FoldLine& line, RunData& data) {
  std::optional<double> duration = line.find(Field::CheckpointDurationSeconds);
  if (!duration || data.checkpoints == 0) return;
  data.checkpoint_duration_seconds = duration;
  data.set(Field::CheckpointDurationSeconds, *duration);
  data.chronicle.save_took(*duration);
}

void LifeFold::take_state(const FoldLine& line, const SaveTracker::Line& save, RunData& data) {
  State state = *line.record.state;
  if (state == State::Checkpointing) {
    if (saves_.is_copy(save)) return;
    note(saves_.begin(save), line.context, data);
  }
  states_.enter(state);
  show_state(line.context, data);
}

bool LifeFold::take_event(const FoldLine& line, const SaveTracker::Line& save, RunData& data) {
  switch (line.record.event) {
    case Event::None:
      return false;
    case Event::CheckpointSaved:
      if (saves_.is_copy(save)) return false;
      note(saves_.end(save), line.context, data);
      states_.leave(State::Checkpointing);
      break;
    case Event::EvaluationDone:
      states_.leave(State::Evaluating);
      break;
    case Event::Finished:
      note(saves_.run_goes_on(), line.context, data);
      states_.finish();
      show_state(line.context, data);
      return true;
    case Event::Failure:
      take_failure(line, data);
      return true;
  }
  interrupted_ = true;
  show_state(line.context, data);
  progressed(line.context, data);
  return false;
}

bool LifeFold::take_late(const FoldLine& line, RunData& data) {
  if (line.record.event != Event::Failure) return false;
  take_failure(line, data);
  return true;
}

void LifeFold::take_failure(const FoldLine& line, RunData& data) {
  Incident::Verdict verdict =
      incident_.failure(line.record.failure, line.record.role, line.context.mono);
  if (verdict.new_incident) {
    ++data.incidents;
    data.chronicle.failed({.time = line.context.when,
                           .iteration = data.get(Field::Iteration),
                           .failure = line.record.failure});
  }
  count(verdict.add, data);
  saves_.forget();
  states_.fail();
  show_state(line.context, data);
}

void LifeFold::count(const std::optional<format::FailureClass>& failure, RunData& data) {
  if (!failure) return;
  ++data.failures[static_cast<std::size_t>(*failure)];
  data.chronicle.named(*failure);
}

bool LifeFold::settle(base::MonoTime now, RunData& data) {
  std::optional<format::FailureClass> failure = incident_.settle(now);
  count(failure, data);
  return failure.has_value();
}

void LifeFold::note(const std::optional<SaveTracker::Done>& done, const LineContext& context,
                    RunData& data) {
  if (!done) return;
  if (done->counts) ++data.checkpoints;
  data.checkpoint_time = context.when;
  data.chronicle.saved({.time = context.when,
                        .iteration = done->iteration,
                        .duration_seconds = done->duration_seconds},
                       done->counts);
  if (done->iteration) {
    data.checkpoint_iteration = done->iteration;
    data.set(Field::CheckpointIteration, *done->iteration);
  }
  if (done->duration_seconds) {
    data.checkpoint_duration_seconds = done->duration_seconds;
    data.set(Field::CheckpointDurationSeconds, *done->duration_seconds);
  }
}

bool LifeFold::take_interruption() {
  bool interrupted = interrupted_;
  interrupted_ = false;
  return interrupted;
}

StallStatus LifeFold::stall(const RunData& data, base::MonoTime now,
                            const StallOptions& options) const {
  StallStatus status;
  status.timeout = stall_clock_.timeout(data.state, options);
  status.interval = stall_clock_.slowest();
  status.stalled = data.start && status.timeout && now - data.last_progress_mono > *status.timeout;
  return status;
}

void LifeFold::save(base::ByteWriter& out, base::WallTime now_wall, base::MonoTime now_mono) const {
  states_.save(out);
  saves_.save(out);
  incident_.save(out);
  stall_clock_.save(out);
  out.boolean(interrupted_);
  out.boolean(anchor_.has_value());
  if (!anchor_) return;
  save_mono(out, anchor_->mono, now_wall, now_mono);
  save_optional(out, anchor_->printed);
  out.boolean(anchor_->live);
}

void LifeFold::load(base::ByteReader& in, base::WallTime now_wall, base::MonoTime now_mono) {
  *this = LifeFold();
  states_.load(in);
  saves_.load(in);
  incident_.load(in);
  stall_clock_.load(in);
  interrupted_ = in.boolean();
  if (!in.boolean()) return;
  anchor_.emplace();
  anchor_->mono = load_mono(in, now_wall, now_mono);
  load_optional(in, anchor_->printed);
  anchor_->live = in.boolean();
}

}  // namespace steptail::run
