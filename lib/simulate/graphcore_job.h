#pragma once

#include <cstdint>
#include <string>

#include "simulate/loss_curve.h"
#include "simulate/script.h"

namespace steptail::simulate {

// Graphcore's BERT on popxl: a compile bar redrawn with carriage returns, then a line a step.
class GraphcoreJob final : public Script {
 public:
  struct Options {
    std::string directory;
    std::int64_t planned = 4000;
    double step_seconds = 0.7;
    LossCurve loss{.start = 10.8, .floor = 1.6, .decay_iterations = 900};
  };

  GraphcoreJob(Options options, std::uint64_t seed);

 protected:
  void act() override;
  [[nodiscard]] std::string time_text(base::WallTime now) const override;

 private:
  void begin();
  void compile();
  void step();
  void finish();

  static constexpr double kSamplesPerStep = 64;

  Options options_;
  bool running_ = false;
  std::int64_t step_ = 0;
};

}  // namespace steptail::simulate
