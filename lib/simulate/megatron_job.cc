#include "simulate/megatron_job.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulate/text.h"

namespace steptail::simulate {
namespace {

constexpr double kPeakRate = 3e-4;
constexpr double kWarmup = 200;

double learning_rate(std::int64_t iteration, std::int64_t planned) {
  const auto at = static_cast<double>(iteration);
  if (at < kWarmup) return kPeakRate * at / kWarmup;
  return kPeakRate * (1.0 - 0.9 * at / static_cast<double>(planned));
}

}  // namespace

MegatronJob::MegatronJob(Options options, std::uint64_t seed)
    : Script(options.directory, seed), options_(std::move(options)) {
  enter_file();
}

std::string MegatronJob::time_text(base::WallTime now) const {
  return date_and_time(now, Fraction::None);
}

void MegatronJob::enter_file() {
  write_to(options_.trouble == Trouble::Preemption
               ? printed("%s/slurm-%d.log", options_.directory.c_str(), slurm_job_ % kFiles)
               : options_.directory + "/train.log");
}

void MegatronJob::act() {
  if (!running_) {
    begin();
  } else if (iteration_ >= options_.planned) {
    finish();
  } else if (options_.trouble != Trouble::None && options_.trouble != Trouble::SlowCheckpoint &&
             iteration_ - attempt_began_ >= options_.trouble_after) {
    fail();
  } else {
    log_step();
  }
}

void MegatronJob::begin() {
  if (options_.trouble == Trouble::Preemption) {
    say(printed("srun: job %d queued and waiting for resources", slurm_job_), 20s);
    say(printed("srun: job %d has been allocated resources", slurm_job_), 2s);
  }
  say("using world size: 16, data-parallel size: 4, tensor-model-parallel size: 4", 1s);
  say("------------------------ arguments ------------------------");
  say(printed("  global_batch_size ............................... %lld", wide(kBatchSize)));
  say("  lr .............................................. 0.0003");
  say("-------------------- end of arguments ---------------------", 2s);
  say("> initializing torch distributed ...", 3s);
  say("time to initialize megatron (seconds): 5.812");
  say("[after megatron is initialized] datetime: {time} ", 2s);
  say("building GPT model ...", 2s);
  if (saved_ > 0) {
    say(printed(" loading checkpoint from ckpts at iteration %lld", wide(saved_)), 6s);
    say(printed("  successfully loaded checkpoint from ckpts [ t 1/4, p 1/1 ] at iteration %lld",
                wide(saved_)));
  }
  say("[after model, optimizer, and learning rate scheduler are built] datetime: {time} ", 1s);
  say("[after dataloaders are built] datetime: {time} ");
  say("done with setup ...");
  say("(min, max) time across ranks (ms):");
  say("    model-and-optimizer-setup ......................: (4012.25, 4030.50)");
  say("    train/valid/test-data-iterators-setup ..........: (812.00, 930.75)");
  say("training ...");
  say("[before the start of training step] datetime: {time} ", 4s);
  running_ = true;
  iteration_ = attempt_began_ = saved_;
}

void MegatronJob::log_step() {
  iteration_ += kLogInterval;
  const double milliseconds = random_.around(options_.iteration_ms, 0.02);
  const auto at = static_cast<double>(iteration_);
  say(printed(
      " [{time}] iteration %8lld/%8lld | consumed samples: %12lld | elapsed time per "
      "iteration (ms): %.1f | throughput per GPU (TFLOP/s/GPU): %.1f | learning rate: %.6E | "
      "global batch size: %5lld | lm loss: %.6E | loss scale: 1.0 | grad norm: %.3f | number "
      "of skipped iterations:   0 | number of nan iterations:   0 |",
      wide(iteration_), wide(options_.planned), wide(iteration_ * kBatchSize), milliseconds,
      options_.teraflops * options_.iteration_ms / milliseconds,
      learning_rate(iteration_, options_.planned), wide(kBatchSize), options_.loss.at(at, random_),
      random_.around(0.3 + 4.0 / (1.0 + at / 100.0), 0.1)));
  log_timers(milliseconds);
  if (iteration_ == attempt_began_ + kLogInterval) {
    say(printed(
        "[Rank 0] (after %lld iterations) memory (MB) | allocated: 21034.75 | max allocated: "
        "58211.50 | reserved: 61440.00 | max reserved: 61440.00",
        wide(iteration_)));
  }
  rest(base::from_seconds(milliseconds * static_cast<double>(kLogInterval) / 1e3));
  if (iteration_ % kEvaluateInterval == 0) evaluate();
  if (iteration_ % kSaveInterval == 0) {
    save(options_.trouble == Trouble::SlowCheckpoint ? base::Duration(4min) : base::Duration(10s));
  }
}

void MegatronJob::log_timers(double iteration_ms) {
  struct Timer {
    const char* name;
    double share;
  };
  constexpr Timer kTimers[] = {
      {"forward-backward", 0.88}, {"layernorm-grads-all-reduce", 0.0004},
      {"all-grads-sync", 0.05},   {"params-all-gather", 0.02},
      {"optimizer", 0.04},
  };
  say("(min, max) time across ranks (ms):");
  for (const Timer& timer : kTimers) {
    std::string name = std::string(timer.name) + " ";
    name.resize(std::max<std::size_t>(name.size(), 48), '.');
    const double low = random_.around(iteration_ms * timer.share, 0.01);
    say(printed("    %s: (%.2f, %.2f)", name.c_str(), low, low * (1.0 + 0.02 * random_.uniform())));
  }
}

void MegatronJob::evaluate() {
  constexpr int kIterations = 4;
  say("Evaluating on 1024 samples", 1s);
  for (int i = 1; i <= kIterations; ++i) say(printed("Evaluating iter %d/%d", i, kIterations), 1s);
  const double loss = options_.loss.smooth(static_cast<double>(iteration_)) * 1.03;
  const std::string line =
      printed(" validation loss at iteration %lld | lm loss value: %.6E | lm loss PPL: %.6E | ",
              wide(iteration_), loss, std::exp(loss));
  say(std::string(line.size(), '-'));
  say(line);
  say(std::string(line.size(), '-'));
}

void MegatronJob::save(base::Duration pause) {
  saved_ = iteration_;
  say(printed("saving checkpoint at iteration %7lld to ckpts in torch_dist format",
              wide(iteration_)),
      pause);
  say(printed("  successfully saved checkpoint from iteration %7lld to ckpts [ t 1/4, p 1/1 ]",
              wide(iteration_)));
  const double milliseconds = base::to_seconds(pause) * 1e3;
  say("(min, max) time across ranks (ms):");
  say(printed("    save-checkpoint ................................: (%.2f, %.2f)",
              milliseconds * 0.99, milliseconds));
}

void MegatronJob::fail() {
  running_ = false;
  if (options_.trouble == Trouble::Preemption) {
    for (std::string& line : preemption_lines(slurm_job_)) say(std::move(line));
    rest(30s);
    ++slurm_job_;
    enter_file();
    return;
  }
  for (std::string& line : out_of_memory_lines(3)) say(std::move(line));
  rest(4min);
}

void MegatronJob::finish() {
  say("[after training is done] datetime: {time} ", 2s);
  save(8s);
  rest(3min);
  running_ = false;
  saved_ = 0;
}

}  // namespace steptail::simulate
