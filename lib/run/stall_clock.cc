#include "run/stall_clock.h"

#include <algorithm>
#include <utility>

namespace steptail::run {
namespace {

constexpr std::size_t kNeeded = 3;  // intervals to be known before they say anything

base::Duration times(base::Duration length, double factor) {
  return base::from_seconds(base::to_seconds(length) * factor);
}

}  // namespace

void StallClock::attempt_began() { left_out_ = 0; }

void StallClock::interval(base::Duration length) {
  if (length <= base::Duration::zero()) return;
  if (left_out_ < kLeftOut) {
    ++left_out_;
    return;
  }
  const base::Duration replaced = std::exchange(intervals_[next_], length);
  next_ = next_ + 1 < kKept ? next_ + 1 : 0;
  count_ = std::min(count_ + 1, kKept);
  if (length >= slowest_) {
    slowest_ = length;
  } else if (replaced == slowest_) {
    find_slowest();
  }
}

void StallClock::find_slowest() {
  const auto end = intervals_.begin() + static_cast<std::ptrdiff_t>(count_);
  slowest_ = count_ > 0 ? *std::max_element(intervals_.begin(), end) : base::Duration::zero();
}

std::optional<base::Duration> StallClock::slowest() const {
  if (count_ < kNeeded) return std::nullopt;
  return slowest_;
}

std::optional<base::Duration> StallClock::timeout(format::State state,
                                                  const StallOptions& options) const {
  switch (state) {
    case format::State::Starting:
      return options.starting;
    case format::State::Compiling:
      return options.compiling;
    case format::State::Queued:
      return options.queued;
    case format::State::Loading:
      return options.loading;
    case format::State::Evaluating:
      return options.evaluating;
    case format::State::Checkpointing:
      return options.checkpointing;
    case format::State::Finished:
    case format::State::Failed:
      return std::nullopt;
    case format::State::Training:
      break;
  }
  std::optional<base::Duration> slow = slowest();
  if (!slow) return options.starting;
  base::Duration wanted = std::max(times(*slow, options.factor), options.minimum);
  wanted = std::min(wanted, options.maximum);
  // However small the maximum, twice what was just normal is no standstill.
  return std::max(wanted, times(*slow, 2)) + options.visibility_lag;
}

void StallClock::save(base::ByteWriter& out) const {
  out.u64(count_);
  out.u64(next_);
  out.u64(left_out_);
  for (std::size_t i = 0; i < count_; ++i) out.duration(intervals_[i]);
}

void StallClock::load(base::ByteReader& in) {
  *this = StallClock();
  std::uint64_t count = in.u64();
  std::uint64_t next = in.u64();
  std::uint64_t left_out = in.u64();
  if (count > kKept || next >= kKept || left_out > kLeftOut) return in.fail();
  count_ = count;
  next_ = next;
  left_out_ = left_out;
  for (std::size_t i = 0; i < count_; ++i) {
    intervals_[i] = in.duration();
    if (intervals_[i] <= base::Duration::zero()) return in.fail();
  }
  find_slowest();
}

}  // namespace steptail::run
