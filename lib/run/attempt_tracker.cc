#include "run/attempt_tracker.h"

#include <algorithm>

#include "base/letters.h"

namespace steptail::run {

std::optional<std::size_t> AttemptTracker::format(std::string_view name) {
  const auto known =
      std::find_if(formats_.begin(), formats_.end(),
                   [name](const FormatTrack& track) { return base::same_text(track.name, name); });
  if (known != formats_.end()) return static_cast<std::size_t>(known - formats_.begin());
  if (formats_.size() == kMostFormats) return std::nullopt;
  FormatTrack& track = formats_.emplace_back();
  track.name = name;
  track.advance = ++advances_;
  return formats_.size() - 1;
}

// Lines of one file come in the order of time, and live lines come as they are written: only what
// is read later from another file can be of an older attempt.
bool AttemptTracker::current(const Source& from, bool live) const {
  return live || speaking_path_ == 0 || speaking_path_ == from.path;
}

bool AttemptTracker::catch_up(std::size_t format, Source& from, const Step& step, bool live) const {
  if (!from.ranked()) return true;
  bool fell = false;
  if (step.measure == Measure::Iteration && (!from.has_step || from.step_format == format)) {
    fell = from.has_step && step.value < from.step;
    from.has_step = true;
    from.step_format = format;
    from.step = step.value;
  }
  if (current(from, live)) {
    from.attempt = attempt_;
  } else if (from.attempt == 0) {
    from.attempt = 1;
  } else if (fell && from.attempt < attempt_) {
    ++from.attempt;
  }
  return from.attempt == attempt_;
}

AttemptTracker::Kind AttemptTracker::compare(FormatTrack& format, const Source& from,
                                             const Step& step) {
  StepTrack& track = format.track(step.measure);
  if (!track.started) return Kind::First;
  bool same_rank = from.rank == track.leader_rank;
  bool same_path = from.path == track.leader_path;
  if (step.measure == Measure::Line) {
    return same_rank || !track.ranked ? Kind::Advance : Kind::Copy;
  }
  bool later_epoch = step.finished_epochs && track.finished_epochs &&
                     *step.finished_epochs > *track.finished_epochs;
  if (step.value > track.highest || later_epoch) return Kind::Advance;

  if (track.ranked && (!from.ranked() || !same_rank)) return Kind::Copy;
  if (step.value == track.highest) return Kind::Repeat;
  if (!same_path && from.made_progress) return Kind::Late;
  switch (step.measure) {
    case Measure::Iteration:
      return Kind::Fallback;
    case Measure::Samples:
    case Measure::Tokens:
      // Where the format counts iterations, those decide.
      return format.track(Measure::Iteration).started ? Kind::Repeat : Kind::Fallback;
    case Measure::Epoch:
    case Measure::Position:
    case Measure::Line:
      break;
  }
  return Kind::Advance;
}

AttemptTracker::Verdict AttemptTracker::judge(std::size_t format, Source& from, const Step& step,
                                              bool live) {
  StepTrack& track = formats_[format].track(step.measure);
  Kind kind = Kind::Copy;
  bool caught_up = catch_up(format, from, step, live);
  if (caught_up) kind = compare(formats_[format], from, step);
  if (kind == Kind::Fallback) return {.kind = kind};
  from.made_progress = true;
  from.progress_since_banner = true;
  if (from.ranked()) track.ranked = ranked_ = true;
  if (kind == Kind::Copy || kind == Kind::Late) {
    from.behind = !caught_up || step.value < track.highest;
    return {.kind = kind};
  }
  from.behind = false;
  from.attempt = attempt_;
  if (kind == Kind::Repeat) return {.kind = kind};
  return lead(format, from, step, kind);
}

AttemptTracker::Verdict AttemptTracker::lead(std::size_t index, Source& from, const Step& step,
                                             Kind kind) {
  FormatTrack& format = formats_[index];
  StepTrack& track = format.track(step.measure);
  Verdict verdict{.kind = kind, .advance = 1};
  if (step.measure == Measure::Iteration) {
    if (kind == Kind::Advance) {
      // In a later epoch that is shorter than those before, the product may fall.
      verdict.advance =
          step.value > track.highest ? step.value - track.highest : std::max(step.position, 1.0);
    }
    verdict.replayed = replayed(index, step.value, kind);
  }
  track.started = true;
  track.highest = step.value;
  track.finished_epochs = step.finished_epochs;
  if (track.leader_rank != from.rank) track.leader_rank = from.rank;
  track.leader_path = from.path;
  // An epoch or a count of tokens between the lines of steps stands for none of these.
  if (step.measure == Measure::Iteration || !format.track(Measure::Iteration).started) {
    format.weight = verdict.advance;
    format.advance = ++advances_;
  }
  speaking_path_ = from.path;
  ++moves_;
  return verdict;
}

double AttemptTracker::replayed(std::size_t index, double value, Kind kind) {
  FormatTrack& format = formats_[index];
  if (replay_owner_ == kMostFormats) replay_owner_ = index;
  double before = format.highest_iteration;
  format.highest_iteration = std::max(before, value);
  if (replay_owner_ != index) return 0;
  if (kind == Kind::First) return value <= before ? 1 : 0;
  return std::max(0.0, std::min(value, before) - format.track(Measure::Iteration).highest);
}

void AttemptTracker::begin_attempt(Source& from) {
  ++attempt_;
  for (FormatTrack& format : formats_) {
    format.forget_attempt();
    format.advance = ++advances_;
  }
  moves_at_attempt_ = moves_;
  ranked_ = false;
  replay_owner_ = kMostFormats;
  from.attempt = attempt_;
}

void AttemptTracker::join(Source& from, std::uint64_t rule) {
  if (!from.has_banner || from.attempt != attempt_) from.first_banner = rule;
  from.has_banner = true;
  from.attempt = attempt_;
  from.moves_at_banner = moves_;
  from.progress_since_banner = false;
  if (from.ranked()) ranked_ = true;
}

AttemptTracker::Banner AttemptTracker::banner(Source& from, std::string_view rule, bool live) {
  std::uint64_t hash = stable_hash(rule);
  if (moves_ == moves_at_attempt_) {
    join(from, hash);
    return Banner::Same;
  }
  // A rank that prints no progress has started again when its first start-up line comes again.
  bool again = from.progress_since_banner ||
               (from.has_banner && hash == from.first_banner && moves_ != from.moves_at_banner);
  bool begins = !from.ranked() || !ranked_ || (again && from.attempt >= attempt_);
  if (begins) {
    begin_attempt(from);
    from.first_banner = hash;
    join(from, hash);
    return Banner::New;
  }
  // A rank's late start-up line: its share of an attempt that another rank began.
  if (from.attempt < attempt_) {
    std::uint64_t next = again || from.attempt == 0 ? from.attempt + 1 : from.attempt;
    std::uint64_t now = current(from, live) ? attempt_ : next;
    if (now != from.attempt) from.first_banner = hash;
    from.attempt = now;
  }
  if (!from.has_banner) from.first_banner = hash;
  from.has_banner = true;
  from.moves_at_banner = moves_;
  from.progress_since_banner = false;
  return Banner::Copy;
}

bool AttemptTracker::lags(const Source& from, bool live, bool start_up) const {
  if (!from.ranked()) return false;
  if (from.made_progress) return from.behind || (!current(from, live) && from.attempt < attempt_);
  return start_up && !current(from, live);
}

void AttemptTracker::save(base::ByteWriter& out) const {
  out.u64(formats_.size());
  for (const FormatTrack& format : formats_) format.save(out);
  sources_.save(out);
  out.u64(attempt_);
  out.u64(advances_);
  out.u64(moves_);
  out.u64(moves_at_attempt_);
  out.boolean(ranked_);
  out.u64(speaking_path_);
  out.u64(replay_owner_);
}

void AttemptTracker::load(base::ByteReader& in) {
  *this = AttemptTracker();
  std::uint64_t count = in.count(80);
  if (count > kMostFormats) return in.fail();
  formats_.resize(count);
  for (FormatTrack& format : formats_) format.load(in);
  sources_.load(in);
  attempt_ = in.u64();
  advances_ = in.u64();
  moves_ = in.u64();
  moves_at_attempt_ = in.u64();
  ranked_ = in.boolean();
  speaking_path_ = in.u64();
  replay_owner_ = std::min<std::uint64_t>(in.u64(), kMostFormats);
}

}  // namespace steptail::run
