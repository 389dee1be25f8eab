#include "history/survey.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "history/line_clock.h"
#include "history/line_tape.h"
#include "history/log_reader.h"
#include "history/step_walk.h"
#include "history/survey_feed.h"
#include "run/run_state.h"

namespace steptail::history {
namespace {

constexpr std::uint64_t kNowhere = ~std::uint64_t{0};  // also: to the end
// Walks whose scale is kept: beyond, each is taken as it is and held at what follows.
constexpr std::size_t kMostScales = std::size_t{1} << 20;
constexpr std::size_t kMostZoneJumps = 2;
constexpr base::Duration kClockAhead = std::chrono::minutes(5);

// Phases, memory and the like move no attempt.
bool moves_attempts(const format::Record& record) {
  const auto values = record.values();
  return record.says_life() ||
         !std::all_of(values.begin(), values.end(),
                      [](const format::Value& value) { return format::is_labelled(value.field); });
}

// Finds the attempts of a log and the walks between its timestamps.
class Surveyor final : public LineSink {
 public:
  Surveyor(const LogFile& file, const ReadOptions& options)
      : file_(file),
        options_(options),
        state_({.series = options.series_per_run}),
        clock_(options.zone, std::nullopt) {
    pieces_.emplace_back();
  }

  void on_record(const format::Record& record, const run::LineContext& context) override;
  void on_date(base::WallTime printed, std::uint64_t begin) override {
    static_cast<void>(begin);
    step(printed, std::nullopt);
  }

  [[nodiscard]] const std::optional<base::Error>& problem() const { return problem_; }
  // What is known by now.
  [[nodiscard]] SurveyFeed::Known known(std::uint64_t read) const;
  [[nodiscard]] Survey finish();

 private:
  void step(std::optional<base::WallTime> printed, const std::optional<Steps>& steps);
  void begin_piece(std::uint64_t begin);
  void confirm_piece(base::WallTime start);
  void learn(std::optional<float> scale, Piece& piece);
  [[nodiscard]] std::uint64_t resolved() const;

  const LogFile& file_;
  const ReadOptions& options_;
  run::RunState state_;
  StepWalk walk_;
  LineClock clock_;                 // of the newest piece
  std::optional<LineClock> carry_;  // of the piece before it, until the newest one has a date
  std::vector<Piece> pieces_;
  std::uint64_t line_begin_ = kNowhere;
  std::uint64_t walk_begin_ = 0;   // line at which the walk of clock_ began, if one goes on
  std::uint64_t carry_begin_ = 0;  // and of carry_
  std::size_t scales_ = 0;
  std::size_t zone_jumps_ = 0;
  bool dated_ = false;
  std::optional<base::Error> problem_;
};

void Surveyor::learn(std::optional<float> scale, Piece& piece) {
  if (!scale || scales_ == kMostScales) return;
  ++scales_;
  piece.scales.push_back(*scale);
}

// The newest piece is one of its own: it has a date.
void Surveyor::confirm_piece(base::WallTime start) {
  pieces_.back().start = start;
  if (!carry_) return;
  Piece& before = pieces_[pieces_.size() - 2];
  learn(carry_->open_scale(start), before);
  if (!carry_->anchored()) {
    before.start = start - base::from_seconds(carry_->walked_seconds());
    before.finish = start;
  } else {
    before.finish = carry_->now();
    if (start >= carry_->anchor()) before.finish = std::min(before.finish, start);
  }
  carry_.reset();
}

void Surveyor::step(std::optional<base::WallTime> printed, const std::optional<Steps>& steps) {
  if (carry_ && !printed) carry_->at(printed, steps);
  if (printed && !clock_.anchored()) {
    confirm_piece(*printed - base::from_seconds(clock_.walked_seconds()));
    dated_ = true;
  }
  const bool walking = clock_.walking();
  clock_.at(printed, steps);
  if (!walking) walk_begin_ = line_begin_;
  learn(clock_.take_scale(), pieces_.back());
}

// Before a walk that goes on, and before a piece that may yet belong to the one before it.
std::uint64_t Surveyor::resolved() const {
  if (!clock_.anchored()) {
    const std::uint64_t begin = pieces_.back().begin;
    return carry_ && carry_->walking() ? std::min(begin, carry_begin_) : begin;
  }
  if (clock_.walking()) return walk_begin_;
  return line_begin_ == kNowhere ? 0 : line_begin_;
}

SurveyFeed::Known Surveyor::known(std::uint64_t read) const {
  std::size_t count = pieces_.size();
  if (!clock_.anchored()) count = carry_ && carry_->anchored() ? count - 1 : 0;
  return {.pieces = {pieces_.data(), count}, .resolved = resolved(), .read = read};
}

void Surveyor::begin_piece(std::uint64_t begin) {
  // Without a date since the last attempt began, both are one piece.
  if (!clock_.anchored() && pieces_.size() > 1) {
    clock_ = LineClock(options_.zone, std::nullopt);
    pieces_.back().begin = begin;
    pieces_[pieces_.size() - 2].end = begin;
    return;
  }
  carry_ = std::exchange(clock_, LineClock(options_.zone, std::nullopt));
  carry_begin_ = walk_begin_;
  pieces_.back().end = begin;
  pieces_.emplace_back();
  pieces_.back().begin = begin;
}

void Surveyor::on_record(const format::Record& record, const run::LineContext& context) {
  if (problem_) return;
  const std::optional<Steps> steps = walk_.take(record);
  const bool new_line = context.begin != line_begin_;
  line_begin_ = context.begin;
  const std::uint64_t attempts = state_.data().attempts;
  if (moves_attempts(record)) state_.apply(record, context);
  const bool new_attempt = state_.data().attempts != attempts;
  if (new_attempt) begin_piece(context.begin);
  const std::optional<base::WallTime> printed =
      new_line || new_attempt ? context.printed : std::nullopt;
  step(printed, steps);
  if (!printed) return;
  zone_jumps_ = std::max(zone_jumps_, clock_.zone_jumps());
  problem_ = time_problem(file_, options_, *printed, zone_jumps_);
}

Survey Surveyor::finish() {
  Survey found;
  found.dated = dated_;
  found.timed = walk_.timed();
  const base::WallTime written = std::min(file_.modified, options_.now);
  // What has no date goes with the piece before it.
  if (!clock_.anchored() && pieces_.size() > 1) {
    pieces_.pop_back();
    clock_ = *carry_;
  }
  Piece& last = pieces_.back();
  last.end = kNowhere;
  learn(clock_.open_scale(written), last);
  if (!clock_.anchored()) {
    found.walked_seconds = clock_.walked_seconds();
    last.start = options_.start.value_or(written - base::from_seconds(found.walked_seconds));
    last.finish = last.start + base::from_seconds(found.walked_seconds);
  } else {
    last.finish = std::max(last.start, clock_.now());
  }
  found.pieces = std::move(pieces_);
  return found;
}

base::Error misplaced(const LogFile& file, std::string message) {
  return {.message = std::move(message), .file = file.path};
}

base::Result<void> check_placed(const LogFile& file, const ReadOptions& options,
                                const Survey& found) {
  if (found.dated || options.start || found.walked_seconds > 0) return {};
  return tl::unexpected(misplaced(
      file,
      "its lines carry no date, and no iteration times from which one could be found; say with "
      "--start when it began, such as --start '2024-04-10 06:15:58'"));
}

// Goes through a log; `more`: asked after each block, false: stop.
base::Result<Survey> look_through(const LogFile& file, Surveyor& surveyor, LogReader& reader,
                                  const ReadOptions& options,
                                  const std::function<bool(std::uint64_t)>& more) {
  if (auto opened = reader.seek(file, {}); !opened) return tl::unexpected(opened.error());
  bool stopped = false;
  auto read = reader.read_to(kNowhere, [&](std::uint64_t done) {
    stopped = !more(done);
    return !stopped && !surveyor.problem();
  });
  if (!read) return tl::unexpected(read.error());
  if (stopped) return tl::unexpected(cancelled());
  if (surveyor.problem()) return tl::unexpected(*surveyor.problem());
  if (!reader.recognised()) return tl::unexpected(unknown_format(file));
  Survey found = surveyor.finish();
  found.decoder_state = reader.place().decoder_state;
  if (auto placed = check_placed(file, options, found); !placed) {
    return tl::unexpected(placed.error());
  }
  return found;
}

// Tapes what the surveyor is told, while that is wanted.
class TapedSurvey final : public LineSink {
 public:
  TapedSurvey(Surveyor& surveyor, SurveyFeed& feed, const LogFile& file)
      : surveyor_(surveyor), feed_(feed), path_(file.path), tape_(feed.next_tape(path_)) {}

  void on_record(const format::Record& record, const run::LineContext& context) override {
    if (tape_) tape_->on_record(record, context);
    surveyor_.on_record(record, context);
  }
  void on_date(base::WallTime printed, std::uint64_t begin) override {
    if (tape_) tape_->on_date(printed, begin);
    surveyor_.on_date(printed, begin);
  }

  // After a block. False: nobody follows.
  bool publish(const LogReader& reader, std::uint64_t read) {
    // Blocks of chatter are many, and nobody waits for them.
    if (!tape_ || tape_->empty()) return feed_.publish(surveyor_.known(read), nullptr);
    const bool followed = feed_.publish(surveyor_.known(read), std::move(tape_));
    tape_ = feed_.next_tape(path_);
    if (!tape_) feed_.end_tapes(reader.place());
    return followed;
  }
  // Of the last lines, that the end of the file brought.
  [[nodiscard]] std::unique_ptr<LineTape> rest() { return std::move(tape_); }

 private:
  Surveyor& surveyor_;
  SurveyFeed& feed_;
  std::string_view path_;
  std::unique_ptr<LineTape> tape_;
};

}  // namespace

std::optional<base::Error> time_problem(const LogFile& file, const ReadOptions& options,
                                        base::WallTime printed, std::size_t zone_jumps) {
  if (printed > options.now + kClockAhead) {
    return misplaced(file, "a line of it is dated " + options.zone.to_text(printed) +
                               ", and now is " + options.zone.to_text(options.now) +
                               "; set this machine's clock, or name the log's zone with "
                               "--timezone");
  }
  if (zone_jumps >= kMostZoneJumps) {
    return misplaced(file,
                     "its timestamps go back again and again as between two time zones, "
                     "last to " +
                         options.zone.to_text(printed) +
                         "; name the zone of those that name none with --timezone");
  }
  return std::nullopt;
}

base::Result<Survey> survey(const LogFile& file, const ReadOptions& options,
                            const Progress& progress) {
  Surveyor surveyor(file, options);
  LogReader reader(options, surveyor);
  return look_through(file, surveyor, reader, options, [&](std::uint64_t done) {
    return !progress || progress("looking through " + file.path, done, file.size);
  });
}

void survey(const LogFile& file, const ReadOptions& options, SurveyFeed& feed) {
  Surveyor surveyor(file, options);
  TapedSurvey taped(surveyor, feed, file);
  LogReader reader(options, taped);
  auto found = look_through(file, surveyor, reader, options,
                            [&](std::uint64_t done) { return taped.publish(reader, done); });
  feed.finish(std::move(found), taped.rest());
}

}  // namespace steptail::history
