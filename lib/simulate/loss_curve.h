#pragma once

#include <cmath>

#include "simulate/random.h"

namespace steptail::simulate {

// A loss that decays to a floor, with noise.
struct LossCurve {
  double start = 11;
  double floor = 2.2;
  double decay_iterations = 1500;
  double noise = 0.015;

  [[nodiscard]] double smooth(double iteration) const {
    return floor + (start - floor) * std::exp(-iteration / decay_iterations);
  }
  [[nodiscard]] double at(double iteration, Random& random) const {
    return random.around(smooth(iteration), noise);
  }
};

}  // namespace steptail::simulate
