#pragma once

#include <cstdint>
#include <string>

#include "simulate/cluster.h"
#include "simulate/loss_curve.h"
#include "simulate/script.h"

namespace steptail::simulate {

// Megatron-LM of 2024: dated iteration lines, timer tables, evaluations, checkpoints. After a
// trouble it is started again and goes on from its last checkpoint; a preempted job does so in
// another file of the same directory.
class MegatronJob final : public Script {
 public:
  struct Options {
    std::string directory;  // such as "ada/gpt-7b"
    std::int64_t planned = 5000;
    double iteration_ms = 800;
    double teraflops = 402;
    LossCurve loss{};
    Trouble trouble = Trouble::None;
    std::int64_t trouble_after = 600;  // iterations of the attempt
  };

  MegatronJob(Options options, std::uint64_t seed);

 protected:
  void act() override;
  [[nodiscard]] std::string time_text(base::WallTime now) const override;

 private:
  void begin();
  void log_step();
  void log_timers(double iteration_ms);
  void evaluate();
  void save(base::Duration pause);
  void fail();
  void finish();
  void enter_file();

  static constexpr std::int64_t kLogInterval = 5;
  static constexpr std::int64_t kEvaluateInterval = 100;
  static constexpr std::int64_t kSaveInterval = 250;
  static constexpr std::int64_t kBatchSize = 256;
  static constexpr int kFiles = 4;  // that requeued jobs write to in turn

  Options options_;
  bool running_ = false;
  std::int64_t iteration_ = 0;
  std::int64_t saved_ = 0;  // iteration of the last checkpoint
  std::int64_t attempt_began_ = 0;
  int slurm_job_ = 4711;
};

}  // namespace steptail::simulate
