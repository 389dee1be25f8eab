#include <utility>

#include "simulate/cerebras_job.h"
#include "simulate/deepspeed_job.h"
#include "simulate/graphcore_job.h"
#include "simulate/job_script.h"
#include "simulate/megatron_job.h"
#include "simulate/torchtitan_job.h"

namespace steptail::simulate {

std::vector<std::unique_ptr<Job>> demo_fleet(std::uint64_t seed) {
  std::vector<std::unique_ptr<Job>> fleet;
  auto add = [&]<typename JobType>(typename JobType::Options options,
                                   std::in_place_type_t<JobType>) {
    fleet.push_back(std::make_unique<JobType>(std::move(options), seed + fleet.size()));
  };
  constexpr auto kMegatron = std::in_place_type<MegatronJob>;
  constexpr auto kDeepspeed = std::in_place_type<DeepspeedJob>;
  constexpr auto kCerebras = std::in_place_type<CerebrasJob>;
  constexpr auto kGraphcore = std::in_place_type<GraphcoreJob>;
  constexpr auto kTorchtitan = std::in_place_type<TorchtitanJob>;

  add({.directory = "ada/gpt-7b"}, kMegatron);
  add({.directory = "ada/gpt-2-small"}, kDeepspeed);
  add({.directory = "grace/bert-large"}, kCerebras);
  add({.directory = "grace/bert-popxl"}, kGraphcore);
  add({.directory = "alan/gpt-70b-slow-checkpoint",
       .iteration_ms = 1200,
       .trouble = Trouble::SlowCheckpoint},
      kMegatron);
  add({.directory = "alan/gpt-2-stalls", .trouble = Trouble::Stall, .trouble_after = 300},
      kDeepspeed);
  add({.directory = "edsger/gpt-20b-out-of-memory",
       .trouble = Trouble::OutOfMemory,
       .trouble_after = 300},
      kMegatron);
  add({.directory = "edsger/bert-diverges",
       .trouble = Trouble::NonfiniteLoss,
       .trouble_after = 1500},
      kCerebras);
  add({.directory = "barbara/gpt-13b-requeued",
       .iteration_ms = 600,
       .trouble = Trouble::Preemption,
       .trouble_after = 430},
      kMegatron);
  add({.directory = "barbara/llama-8b"}, kTorchtitan);
  return fleet;
}

}  // namespace steptail::simulate
