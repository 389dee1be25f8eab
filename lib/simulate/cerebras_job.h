#pragma once

#include <cstdint>
#include <string>

#include "simulate/cluster.h"
#include "simulate/loss_curve.h"
#include "simulate/script.h"

namespace steptail::simulate {

// Cerebras Model Zoo: compile, queue and load (shortened), step lines, checkpoints, a summary; then
// the next job in the same file.
class CerebrasJob final : public Script {
 public:
  struct Options {
    std::string directory;
    std::int64_t planned = 20000;
    double samples_per_second = 6700;
    LossCurve loss{.start = 10.6, .floor = 6.8, .decay_iterations = 4000};
    Trouble trouble = Trouble::None;    // NonfiniteLoss or None
    std::int64_t trouble_after = 6000;  // steps
  };

  CerebrasJob(Options options, std::uint64_t seed);

 protected:
  void act() override;
  [[nodiscard]] std::string time_text(base::WallTime now) const override;

 private:
  void begin();
  void compile();
  void load();
  void step();
  void save();
  void fail();
  void finish();
  void info(const std::string& text, base::Duration pause = base::Duration{0});
  [[nodiscard]] double loss();
  [[nodiscard]] bool diverging(std::int64_t steps_before) const;

  static constexpr std::int64_t kBatchSize = 1024;
  static constexpr std::int64_t kLogSteps = 10;
  static constexpr std::int64_t kSaveSteps = 2000;

  Options options_;
  bool running_ = false;
  std::int64_t step_ = 0;
  double seconds_ = 0;  // of the training loop
};

}  // namespace steptail::simulate
