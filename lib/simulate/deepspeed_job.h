#pragma once

#include <cstdint>
#include <string>

#include "simulate/cluster.h"
#include "simulate/loss_curve.h"
#include "simulate/script.h"

namespace steptail::simulate {

// DeepSpeed with the Megatron of its examples: lines of both in one file, timers of every step, a
// loss scale that overflows at first.
class DeepspeedJob final : public Script {
 public:
  struct Options {
    std::string directory;
    std::int64_t planned = 8000;
    double iteration_ms = 700;
    LossCurve loss{};
    Trouble trouble = Trouble::None;   // Stall or None
    std::int64_t trouble_after = 400;  // iterations of the attempt
  };

  DeepspeedJob(Options options, std::uint64_t seed);

 protected:
  void act() override;
  [[nodiscard]] std::string time_text(base::WallTime now) const override;

 private:
  void begin();
  void step();
  void overflow();
  void report_engine();
  void report_iteration();
  void evaluate();
  void hang();
  void finish();

  static constexpr std::int64_t kLogInterval = 5;
  static constexpr std::int64_t kEngineInterval = 10;
  static constexpr std::int64_t kEvaluateInterval = 200;
  static constexpr std::int64_t kOverflows = 6;
  static constexpr double kBatchSize = 384;

  Options options_;
  bool running_ = false;
  std::int64_t iteration_ = 0;
  double loss_scale_ = 0;
  double interval_ms_ = 0;  // of the steps since the last iteration line
  double elapsed_ms_ = 0;   // of the attempt
};

}  // namespace steptail::simulate
