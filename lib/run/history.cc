#include "run/history.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace steptail::run {

void History::add(double x, double y) {
  // What overflows a float would come back as infinite.
  if (!std::isfinite(static_cast<float>(x)) || !std::isfinite(static_cast<float>(y))) return;
  if (any_ && newest_.x == x) {
    newest_.y = y;
    return;
  }
  if (any_) {
    if (keeps_next()) {
      if (kept_ + 1 == kCapacity) thin();
      if (keeps_next()) {
        keep({.x = static_cast<float>(newest_.x), .y = static_cast<float>(newest_.y)});
      }
    }
    ++seen_;
  }
  newest_ = {.x = x, .y = y};
  any_ = true;
}

std::span<const History::Old> History::kept() const {
  return shared_ ? std::span<const Old>(shared_->points).first(kept_) : std::span<const Old>();
}

void History::keep(const Old& old) {
  constexpr std::size_t kFirst = 8;
  const bool full = !shared_ || kept_ == shared_->points.size();
  if (full || shared_->used != kept_) {
    move_to(std::clamp(full ? 2 * kept_ : kept_ + 1, kFirst, kCapacity), 1);
  }
  shared_->points[kept_] = old;
  shared_->used = ++kept_;
}

// One of so many points goes to a place of its own.
void History::move_to(std::size_t capacity, std::size_t every) {
  auto own = std::make_shared<Shared>(capacity);
  for (std::size_t i = 0; i < kept_; i += every) own->points[own->used++] = shared_->points[i];
  kept_ = own->used;
  shared_ = std::move(own);
}

void History::thin() {
  move_to(kCapacity, 2);
  stride_ *= 2;
}

std::vector<History::Point> History::points() const {
  std::vector<Point> points;
  points.reserve(kept_ + 1);
  for (const Old& old : kept()) points.push_back({.x = old.x, .y = old.y});
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
  out.u64(kept_);
  for (const Old& old : kept()) {
    out.u64(std::uint64_t{std::bit_cast<std::uint32_t>(old.x)} << 32 |
            std::bit_cast<std::uint32_t>(old.y));
  }
}

void History::load(base::ByteReader& in) {
  *this = History();
  any_ = in.boolean();
  if (!any_) return;
  newest_.x = in.real();
  newest_.y = in.real();
  stride_ = in.u64();
  if (!std::has_single_bit(stride_)) return in.fail();
  seen_ = in.u64();
  std::uint64_t count = in.count(8);
  if (count >= kCapacity) return in.fail();
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t bits = in.u64();
    keep({.x = std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32)),
          .y = std::bit_cast<float>(static_cast<std::uint32_t>(bits))});
  }
}

}  // namespace steptail::run
