#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/codec.h"

namespace steptail::run {

// A curve in bounded memory: the newest point is exact, older ones are thinned by two whenever the
// bound is reached, so that the points stay evenly spread over the whole run.
// Contract: a point with the x of the newest one replaces it; what is not finite is no point.
// Older points are rounded to 24 bits, which no drawing shows.
// Thread: one adds; copies may be read anywhere, also while it goes on. Cost: add() allocates only
// while the curve grows to its bound and when it is thinned; a copy shares the points.
class History {
 public:
  static constexpr std::size_t kCapacity = 128;  // 1 KiB a curve
  struct Point {
    double x = 0;  // iteration
    double y = 0;
    bool operator==(const Point&) const = default;
  };

  void add(double x, double y);
  [[nodiscard]] std::vector<Point> points() const;  // oldest first, newest exact, at most kCapacity

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  struct Old {
    float x = 0;
    float y = 0;
  };
  // Points that several copies hold. A place is written once, by the copy that is the furthest, and
  // every copy reads only those that it knew.
  struct Shared {
    explicit Shared(std::size_t capacity) : points(capacity) {}
    std::vector<Old> points;
    std::size_t used = 0;
  };
  [[nodiscard]] std::span<const Old> kept() const;  // without the newest
  [[nodiscard]] bool keeps_next() const { return (seen_ & (stride_ - 1)) == 0; }
  void keep(const Old& old);
  void move_to(std::size_t capacity, std::size_t every);
  void thin();

  std::shared_ptr<Shared> shared_;
  std::size_t kept_ = 0;  // of its points
  Point newest_{};
  bool any_ = false;
  std::uint64_t stride_ = 1;  // one of so many points is kept; a power of two
  std::uint64_t seen_ = 0;    // points that became old
};

}  // namespace steptail::run
