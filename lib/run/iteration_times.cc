#include "run/iteration_times.h"

#include <cmath>

#include "run/elapsed.h"
#include "run/optional_codec.h"

namespace steptail::run {
namespace {

constexpr double kNewest = 0.2;  // share of the newest time in the pace

}  // namespace

bool IterationTimes::printed(FormatTrack& format, std::size_t index) {
  any_printed_ = true;
  if (format.timed_advance == format.advance) return false;
  format.timed_advance = format.advance;
  return owns(format, index);
}

bool IterationTimes::owns(FormatTrack& format, std::size_t index) {
  bool giver_is_silent = format.timed && format.owner_lines == owner_lines_;
  format.timed = true;
  if (owner_ != kNone && owner_ != index && !giver_is_silent) {
    format.owner_lines = owner_lines_;
    return false;
  }
  owner_ = index;
  ++owner_lines_;
  return true;
}

std::optional<IterationTimes::Derived> IterationTimes::derive(FormatTrack& format,
                                                              std::size_t index, double step,
                                                              base::WallTime time) {
  if (any_printed_) return std::nullopt;
  bool anchored = format.anchor_time && format.anchor_stretch == stretch_;
  double weight = step - format.anchor_step;
  if (anchored && time == *format.anchor_time && weight > 0) return std::nullopt;
  std::optional<Derived> derived;
  if (anchored && time > *format.anchor_time && weight > 0 && owns(format, index)) {
    base::Duration length = elapsed(*format.anchor_time, time);
    // One division: 30.519 s over 100 iterations are 0.30519 s.
    derived = {.seconds = static_cast<double>(length.count()) / (weight * 1e9),
               .elapsed_seconds = base::to_seconds(length),
               .weight = weight};
  }
  format.anchor_time = time;
  format.anchor_step = step;
  format.anchor_stretch = stretch_;
  return derived;
}

void IterationTimes::begin_attempt() {
  interrupted();
  owner_ = kNone;
  owner_lines_ = 0;
}

void IterationTimes::note_pace(double seconds) {
  if (!(seconds >= 0) || !std::isfinite(seconds)) return;
  pace_ = pace_ ? *pace_ + kNewest * (seconds - *pace_) : seconds;
}

void IterationTimes::save(base::ByteWriter& out) const {
  out.boolean(any_printed_);
  out.u64(owner_);
  out.u64(owner_lines_);
  out.u64(stretch_);
  save_optional(out, pace_);
}

void IterationTimes::load(base::ByteReader& in) {
  any_printed_ = in.boolean();
  owner_ = in.u64();
  owner_lines_ = in.u64();
  stretch_ = in.u64();
  load_optional(in, pace_);
}

}  // namespace steptail::run
