#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace steptail::pipeline {

// How long the iterations of a run took: percentiles, and the slowest of them with their lines.
// A progress line counts once, whatever number of iterations its time is the mean of.
// Thread: one. Memory: fixed. Cost of add(): O(1); a copy of the line where it is among the
// slowest.
class IterationProfile {
 public:
  static constexpr std::size_t kSlowest = 5;
  static constexpr std::size_t kLineBytes = 240;

  struct Slow {
    double seconds = 0;
    std::optional<double> iteration;
    std::string line;  // cut
  };

  // `seconds`: of one iteration; what is not positive and finite is passed over.
  void add(double seconds, std::optional<double> iteration, std::string_view line);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  // The time that this share (0..1) of the lines does not exceed, within 2 % (all of them:
  // exactly). nullopt: no line.
  [[nodiscard]] std::optional<double> percentile(double share) const;
  // The slowest first.
  [[nodiscard]] const std::vector<Slow>& slowest() const { return slowest_; }

 private:
  // From a microsecond to weeks, each bucket 2 % wider than the one before.
  static constexpr std::size_t kBuckets = 1400;

  std::array<std::uint64_t, kBuckets> buckets_{};
  std::uint64_t count_ = 0;
  double least_ = 0, most_ = 0;
  std::vector<Slow> slowest_;
};

}  // namespace steptail::pipeline
