#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/codec.h"

namespace steptail::run {

// A curve in bounded memory: the newest point is exact, older ones are thinned by two whenever the
// bound is reached, so that the points stay evenly spread over the whole run.
class History {
 public:
  static constexpr std::size_t kCapacity = 128;  // 2 KiB a curve
  struct Point {
    double x = 0;  // iteration
    double y = 0;
  };

  void add(double x, double y);
  [[nodiscard]] std::vector<Point> points() const;  // oldest first, newest exact

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  std::vector<Point> kept_;
  Point newest_{};
  bool any_ = false;
  std::uint64_t stride_ = 1;  // one of so many points is kept
  std::uint64_t seen_ = 0;
};

}  // namespace steptail::run
