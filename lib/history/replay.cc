#include "history/replay.h"

#include <algorithm>
#include <utility>

#include "run/incident.h"
#include "run/retention.h"

namespace steptail::history {
namespace {

constexpr base::Duration kLookEvery = std::chrono::minutes(1);
// Of a silence that lasts: still closer than the five minutes that a query looks back.
constexpr base::Duration kLongSilence = std::chrono::hours(1);
constexpr base::Duration kLookSeldomEvery = std::chrono::minutes(4);
// Of lines that say nothing of the run's life.
constexpr base::Duration kLookAtLifeEvery = std::chrono::seconds(1);
constexpr base::Duration kAfterStall = std::chrono::minutes(5);
constexpr base::Duration kOverlap = std::chrono::minutes(1);
constexpr std::uint64_t kNoLine = ~std::uint64_t{0};
constexpr double kUnknownSpacingSeconds = 1;

// Ages are differences of the times of lines: one clock serves as both.
base::MonoTime mono(base::WallTime time) { return base::MonoTime{time.time_since_epoch()}; }
base::WallTime wall(base::MonoTime time) { return base::WallTime{time.time_since_epoch()}; }

run::LineContext with_time(run::LineContext context, base::WallTime time) {
  context.when = time;
  context.mono = mono(time);
  return context;
}

}  // namespace

Replay::Replay(const ReadOptions& options, Recorder& recorder)
    : options_(options),
      recorder_(recorder),
      state_({.series = options.series_per_run}),
      reader_(options, *this) {}

run::StallStatus Replay::stall_at(base::WallTime at) const {
  return state_.stall(mono(at), options_.stall);
}

void Replay::look_between(base::WallTime at) {
  recorder_.life({state_.data(), stall_at(at)}, at, Recorder::Moment::BetweenLines);
  looked_ = at;
}

bool Replay::is_time_to_look_at_life() const { return last_ >= looked_at_life_ + kLookAtLifeEvery; }

void Replay::look_at_life(base::WallTime at) {
  recorder_.life({state_.data(), stall_at(at)}, at, Recorder::Moment::OfLine);
  looked_at_life_ = at;
}

// The run would have left the page by then.
bool Replay::is_over(base::WallTime at, const run::StallStatus& stall) const {
  return at - last_ > run::retention_of(state_.data().state, stall.stalled, {});
}

base::Duration Replay::look_every() const {
  const base::Duration wanted = looked_ - last_ < kLongSilence ? kLookEvery : kLookSeldomEvery;
  return std::max(wanted, options_.resolution);
}

// Time goes by without a line, until just before `until`.
void Replay::pass(base::WallTime until) {
  if (!state_.data().start || until <= passed_) return;
  passed_ = until;
  while (true) {
    const run::StallStatus stall = stall_at(looked_);
    base::WallTime next = looked_ + look_every();
    if (!stall.stalled && stall.timeout) {
      const base::WallTime stalls =
          wall(state_.data().last_progress_mono + *stall.timeout) + std::chrono::milliseconds(1);
      if (stalls > looked_) next = std::min(next, stalls);
    }
    if (next >= until) return;
    if (is_over(next, stall)) {
      looked_ = until;  // of the time in which it was on no page nothing is said
      return;
    }
    look_between(next);
  }
}

void Replay::count(bool dated) {
  if (dated) {
    ++lines_.dated;
  } else if (unknown_) {
    ++lines_.unknown;
  } else {
    ++lines_.walked;
  }
}

// No later than now; by the clock of all attempts that are not kept apart no earlier than before.
void Replay::move_to(base::WallTime time, bool by_new_line) {
  time = std::min(time, options_.now);
  if (!is_apart_) time = std::max(time, last_);
  if (by_new_line && !other_rank_) pass(time);
  last_ = time;
  latest_ = std::max(latest_, time);
}

void Replay::place(const run::LineContext& context, const std::optional<Steps>& steps) {
  const bool new_line = context.begin != line_begin_;
  line_begin_ = context.begin;
  if (new_line) placed_by_date_ = context.printed.has_value();
  const auto printed = new_line ? context.printed : std::nullopt;
  const base::WallTime time = clock_->at(printed, steps);
  if (printed) problem_ = time_problem(*file_, options_, *printed, clock_->zone_jumps());
  move_to(time, new_line);
  if (new_line) count(placed_by_date_);
  if (!first_) looked_ = last_;  // between lines is looked once a minute, however close they come
  first_ = std::min(first_.value_or(last_), last_);
}

// A line that says no more than when it was written: a sign of life.
void Replay::on_date(base::WallTime printed, std::uint64_t begin) {
  static_cast<void>(begin);
  if (problem_) return;
  const base::WallTime time = clock_->at(printed, std::nullopt);
  if (!state_.data().start) return;
  move_to(time, true);
  state_.seen_line(with_time({}, last_));
  if (is_time_to_look_at_life()) look_at_life(last_);
}

void Replay::on_record(const format::Record& record, const run::LineContext& context) {
  if (problem_) return;
  place(context, walk_->take(record));
  if (problem_) return;
  const std::uint64_t attempts = state_.data().attempts;
  const bool alive = record.says_life() || is_time_to_look_at_life();
  const bool taken = state_.apply(record, with_time(context, last_));
  if (is_apart_ && state_.data().attempts != attempts) recorder_.use_lane(state_.data().attempts);
  recorder_.values(state_.data(), last_, taken ? &record : nullptr);
  if (alive) look_at_life(last_);
}

// The last lines may have said nothing of it.
void Replay::look_at_life_so_far() {
  if (state_.data().start) look_at_life(last_);
}

void Replay::begin(const LogFile& file, const Piece& piece, bool unknown) {
  unknown_ = unknown;
  const bool goes_on = file_ == &file && ended_at_ == piece.begin;
  if (!goes_on) walk_.emplace(unknown ? kUnknownSpacingSeconds : 0);
  const bool was_apart = is_apart_;
  other_rank_ = first_ && file.rank != file_->rank;
  is_apart_ = first_ && !other_rank_ && piece.start + kOverlap < finish_;
  file_ = &file;
  line_begin_ = kNoLine;
  scales_.clear();
  clock_.emplace(options_.zone, piece.start, &scales_);
  if (is_apart_) ++apart_;
  look_at_life_so_far();
  if (was_apart && !is_apart_ && !other_rank_) pass(piece.start);
  if (is_apart_ || other_rank_) last_ = looked_ = looked_at_life_ = passed_ = piece.start;
  // By its steps alone it may seem to go on from an attempt that another clock tells.
  if (is_apart_ || (was_apart && !other_rank_)) begin_attempt(piece.start);
  recorder_.use_lane(is_apart_ ? state_.data().attempts : 0);
}

void Replay::begin_attempt(base::WallTime start) {
  run::LineContext context;
  context.path = std::string_view(file_->path);
  state_.begin_attempt(file_->rank, with_time(context, start));
}

void Replay::learn(std::span<const float> scales) {
  scales_.insert(scales_.end(), scales.begin() + static_cast<std::ptrdiff_t>(scales_.size()),
                 scales.end());
}

base::Result<void> Replay::check(bool stopped) const {
  if (stopped) return tl::unexpected(cancelled());
  if (recorder_.error()) return tl::unexpected(*recorder_.error());
  if (problem_) return tl::unexpected(*problem_);
  return {};
}

base::Result<bool> Replay::play(LineTape& tape, std::uint64_t end, std::span<const float> scales,
                                const Progress& progress) {
  learn(scales);
  const bool all = tape.play(*this, end);
  const bool stopped =
      progress && line_begin_ != kNoLine && !progress(file_->path, line_begin_, file_->size);
  if (auto fine = check(stopped); !fine) return tl::unexpected(fine.error());
  return all;
}

base::Result<void> Replay::read(std::uint64_t end, std::span<const float> scales,
                                const Progress& progress) {
  learn(scales);
  bool stopped = false;
  auto ended = reader_.read_to(end, [&](std::uint64_t done) {
    stopped = progress && !progress(file_->path, done, file_->size);
    return check(stopped).has_value();
  });
  if (!ended) return ended;
  return check(stopped);
}

void Replay::end(const Piece& piece) {
  finish_ = std::max(finish_, piece.finish);
  ended_at_ = piece.end;
}

void Replay::finish() {
  if (!state_.data().start) return;
  look_at_life_so_far();
  // Nothing more will come that could explain a failure.
  const base::WallTime settled = std::min(last_ + run::Incident::kPatience, options_.now);
  if (state_.settle(mono(last_) + run::Incident::kPatience)) {
    look_at_life(settled);
  }
  const run::StallStatus stall = stall_at(last_);
  const format::State state = state_.data().state;
  if (stall.timeout) {
    pass(std::min(last_ + *stall.timeout + kAfterStall, options_.now));
  } else if (state == format::State::Finished || state == format::State::Failed) {
    pass(std::min(last_ + run::retention_of(state, false, {}), options_.now));
  }
}

}  // namespace steptail::history
