#pragma once

#include <cstdint>

namespace steptail::simulate {

// Random numbers that are the same on every machine, which the standard's distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  // About normal: mean 0, deviation 1, never beyond 3.5.
  double noise() {
    constexpr double kDeviation = 1.7320508075688772;
    return (uniform() + uniform() + uniform() + uniform() - 2.0) * kDeviation;
  }
  // Around `mean`, off by `deviation` of it.
  double around(double mean, double deviation) { return mean * (1.0 + deviation * noise()); }

 private:
  std::uint64_t next() {  // splitmix64
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31);
  }

  std::uint64_t state_;
};

}  // namespace steptail::simulate
