#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace steptail::pipeline {

// Losses by step in bounded memory, so that two logs can be compared at equal steps: which steps
// are kept depends on nothing but their number and how many there are. What a longer log keeps of
// the steps of a shorter one, the shorter one keeps too. Thread: one. Cost of add(): O(log kept).
class ConsistentSample {
 public:
  static constexpr std::size_t kMost = 1024;

  // The last value of a step stays.
  void add(double step, double value);
  [[nodiscard]] const std::map<double, double>& values() const { return values_; }

 private:
  [[nodiscard]] bool keeps(double step) const;

  std::map<double, double> values_;
  unsigned level_ = 0;  // one of 2^level steps is kept
};

}  // namespace steptail::pipeline
