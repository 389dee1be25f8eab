#include "run/chronicle.h"

#include "run/optional_codec.h"

namespace steptail::run {
namespace {

template <typename Item>
void append(std::vector<Item>& items, const Item& item) {
  if (items.size() == Chronicle::kMost) items.erase(items.begin());
  items.push_back(item);
}

template <typename Item>
void resize(base::ByteReader& in, std::vector<Item>& items) {
  const std::uint64_t count = in.count();
  if (count > Chronicle::kMost) return in.fail();
  items.resize(count);
}

constexpr std::uint8_t kGoesOn = format::kStateCount;

}  // namespace

void Chronicle::attempt_began(base::WallTime when) {
  append(attempts_, {.began = when, .first_iteration = {}, .last_iteration = {}, .ended_as = {}});
}

void Chronicle::attempt_ended(std::optional<double> iteration, format::State as) {
  if (attempts_.empty()) return;
  Attempt& last = attempts_.back();
  if (last.first_iteration) last.last_iteration = iteration;
  last.ended_as = as;
}

void Chronicle::advanced(std::optional<double> iteration) {
  if (attempts_.empty() || attempts_.back().first_iteration) return;
  attempts_.back().first_iteration = iteration;
}

void Chronicle::saved(const Save& save, bool counts) {
  if (counts || saves_.empty()) return append(saves_, save);
  Save& last = saves_.back();
  last.time = save.time;
  if (save.iteration) last.iteration = save.iteration;
  if (save.duration_seconds) last.duration_seconds = save.duration_seconds;
}

void Chronicle::save_took(double seconds) {
  if (!saves_.empty()) saves_.back().duration_seconds = seconds;
}

void Chronicle::failed(const Failure& failure) { append(failures_, failure); }

void Chronicle::named(format::FailureClass failure) {
  if (!failures_.empty()) failures_.back().failure = failure;
}

void Chronicle::save(base::ByteWriter& out) const {
  out.u64(attempts_.size());
  for (const Attempt& attempt : attempts_) {
    out.wall(attempt.began);
    save_optional(out, attempt.first_iteration);
    save_optional(out, attempt.last_iteration);
    out.u8(attempt.ended_as ? static_cast<std::uint8_t>(*attempt.ended_as) : kGoesOn);
  }
  out.u64(saves_.size());
  for (const Save& save : saves_) {
    out.wall(save.time);
    save_optional(out, save.iteration);
    save_optional(out, save.duration_seconds);
  }
  out.u64(failures_.size());
  for (const Failure& failure : failures_) {
    out.wall(failure.time);
    save_optional(out, failure.iteration);
    out.u8(static_cast<std::uint8_t>(failure.failure));
  }
}

void Chronicle::load(base::ByteReader& in) {
  *this = Chronicle();
  resize(in, attempts_);
  for (Attempt& attempt : attempts_) {
    attempt.began = in.wall();
    load_optional(in, attempt.first_iteration);
    load_optional(in, attempt.last_iteration);
    const std::uint8_t as = in.u8();
    if (as > kGoesOn) return in.fail();
    if (as < kGoesOn) attempt.ended_as = static_cast<format::State>(as);
  }
  resize(in, saves_);
  for (Save& save : saves_) {
    save.time = in.wall();
    load_optional(in, save.iteration);
    load_optional(in, save.duration_seconds);
  }
  resize(in, failures_);
  for (Failure& failure : failures_) {
    failure.time = in.wall();
    load_optional(in, failure.iteration);
    const std::uint8_t named = in.u8();
    if (named >= format::kFailureClassCount) return in.fail();
    failure.failure = static_cast<format::FailureClass>(named);
  }
}

}  // namespace steptail::run
