#include "history/line_clock.h"

#include <algorithm>
#include <utility>

namespace steptail::history {
namespace {

// A timestamp that comes when so much of the steps' time has gone by is that of their line.
constexpr double kSnap = 0.9;

constexpr base::Duration kClockSkew = std::chrono::minutes(1);
constexpr base::Duration kRounding = std::chrono::milliseconds(1);

// Zones differ by whole quarters of an hour; lines come within a few minutes of each other.
bool is_zone_offset(base::Duration back) {
  constexpr base::Duration kQuarter = std::chrono::minutes(15);
  constexpr base::Duration kSlack = std::chrono::minutes(2);
  if (back < kQuarter - kSlack || back > std::chrono::hours(26)) return false;
  const base::Duration rest = back % kQuarter;
  return rest <= kSlack || rest >= kQuarter - kSlack;
}

double seconds_between(base::WallTime from, base::WallTime to) {
  return base::to_seconds(to - from);
}

}  // namespace

LineClock::LineClock(lines::TimeZone zone, std::optional<base::WallTime> start,
                     const std::vector<float>* scales)
    : zone_(std::move(zone)), scales_(scales), anchored_(start.has_value()) {
  if (start) begin_at(*start);
}

base::WallTime LineClock::at(std::optional<base::WallTime> printed,
                             const std::optional<Steps>& steps) {
  ended_scale_.reset();
  return printed ? dated(*printed, steps) : walked(steps);
}

std::optional<float> LineClock::take_scale() { return std::exchange(ended_scale_, std::nullopt); }

std::optional<float> LineClock::open_scale(base::WallTime end) const {
  if (!open_) return std::nullopt;
  if (!anchored_ || end <= anchor_ || raw() <= end + kRounding) return 1.0F;
  return static_cast<float>(seconds_between(anchor_, end) / walked_);
}

// All that was counted from 0 is counted from there.
void LineClock::begin_at(base::WallTime start) {
  const base::Duration shift = start - anchor_;
  for (base::WallTime& progress : progress_) progress += shift;
  anchor_ = now_ = start;
  anchored_ = true;
}

// Where the clocks go back an hour, the earlier of two instants was taken.
base::WallTime LineClock::held(base::WallTime printed) {
  if (printed >= anchor_) return printed;
  if (auto again = zone_.again(printed); again && *again + kClockSkew >= anchor_) {
    return std::max(*again, anchor_);
  }
  if (printed_ && is_zone_offset(*printed_ - printed)) ++zone_jumps_;
  return anchor_;
}

base::WallTime& LineClock::progress(const Steps& steps) {
  return progress_[std::min(steps.format, kFormats - 1)];
}

base::WallTime LineClock::dated(base::WallTime printed, const std::optional<Steps>& steps) {
  if (!anchored_) begin_at(printed - base::from_seconds(walked_));
  const base::WallTime time = held(printed);
  printed_ = printed;
  ended_scale_ = open_scale(time);
  anchor_ = time;
  walked_ = 0;
  open_ = false;
  if (steps) progress(*steps) = time;
  now_ = std::max(now_, time);
  return now_;
}

void LineClock::open_walk() {
  if (open_) return;
  open_ = true;
  const bool known = scales_ != nullptr && next_scale_ < scales_->size();
  scale_ = known ? static_cast<double>((*scales_)[next_scale_++]) : 1;
}

base::WallTime LineClock::walked(const std::optional<Steps>& steps) {
  if (steps) {
    const double since = std::max(0.0, seconds_between(progress(*steps), raw()));
    if (since < kSnap * steps->seconds) {
      open_walk();
      walked_ += steps->seconds - since;
    }
    progress(*steps) = raw();
  }
  now_ = std::max(now_, anchor_ + base::from_seconds(walked_ * (open_ ? scale_ : 1)));
  return now_;
}

}  // namespace steptail::history
