#include "run/history.h"

#include <algorithm>
#include <cmath>

namespace steptail::run {

void History::add(double x, double y) {
  if (!std::isfinite(x) || !std::isfinite(y)) return;
  if (any_ && newest_.x == x) {
    newest_.y = y;
    return;
  }
  if (any_) {
    if (seen_ % stride_ == 0) {
      if (kept_.size() + 1 == kCapacity) thin();
      if (seen_ % stride_ == 0) kept_.push_back(newest_);
    }
    ++seen_;
  }
  newest_ = {.x = x, .y = y};
  any_ = true;
}

void History::thin() {
  std::size_t half = 0;
  for (std::size_t i = 0; i < kept_.size(); i += 2) kept_[half++] = kept_[i];
  kept_.resize(half);
  stride_ *= 2;
}

std::vector<History::Point> History::points() const {
  std::vector<Point> points = kept_;
  if (any_) points.push_back(newest_);
  return points;
}

void History::save(base::ByteWriter& out) const {
  out.boolean(any_);
  if (!any_) return;
  out.real(newest_.x);
  out.real(newest_.y);
  out.u64(stride_);
  out.u64(seen_);
  out.u64(kept_.size());
  for (const Point& point : kept_) {
    out.real(point.x);
    out.real(point.y);
  }
}

void History::load(base::ByteReader& in) {
  *this = History();
  any_ = in.boolean();
  if (!any_) return;
  newest_.x = in.real();
  newest_.y = in.real();
  stride_ = std::max<std::uint64_t>(in.u64(), 1);
  seen_ = in.u64();
  std::uint64_t count = in.count(16);
  if (count >= kCapacity) return in.fail();
  kept_.resize(count);
  for (Point& point : kept_) {
    point.x = in.real();
    point.y = in.real();
  }
}

}  // namespace steptail::run
