#pragma once

#include <cstdint>
#include <string>

#include "simulate/loss_curve.h"
#include "simulate/script.h"

namespace steptail::simulate {

// A language model on torchtitan: rates in tokens of one device, in colour, and checkpoints.
class TorchtitanJob final : public Script {
 public:
  struct Options {
    std::string directory;
    std::int64_t planned = 100'000;
    std::int64_t save_every = 500;
    double step_seconds = 0.25;
    LossCurve loss{.start = 12.2, .floor = 2.4, .decay_iterations = 1200};
  };

  TorchtitanJob(Options options, std::uint64_t seed);

 protected:
  void act() override;
  [[nodiscard]] std::string time_text(base::WallTime now) const override;

 private:
  void begin();
  void report();
  void save();
  void finish();

  static constexpr std::int64_t kStepsALine = 10;
  static constexpr double kTokensPerStep = 2048;  // of a device

  Options options_;
  bool running_ = false;
  std::int64_t step_ = 0;
};

}  // namespace steptail::simulate
