#include "simulate/deepspeed_job.h"

#include <cmath>
#include <utility>

#include "simulate/text.h"

namespace steptail::simulate {
namespace {

constexpr double kRate = 1.5e-4;

double learning_rate(std::int64_t iteration) {
  return kRate * (iteration < 1000 ? static_cast<double>(iteration) / 1000.0 : 1.0);
}

}  // namespace

DeepspeedJob::DeepspeedJob(Options options, std::uint64_t seed)
    : Script(options.directory, seed), options_(std::move(options)) {
  write_to(options_.directory + "/train.log");
}

std::string DeepspeedJob::time_text(base::WallTime now) const {
  return date_and_time(now, Fraction::CommaMillis);
}

void DeepspeedJob::act() {
  if (!running_) {
    begin();
  } else if (iteration_ >= options_.planned) {
    finish();
  } else if (options_.trouble == Trouble::Stall && iteration_ >= options_.trouble_after) {
    hang();
  } else {
    step();
  }
}

void DeepspeedJob::begin() {
  say("[{time}] [INFO] [runner.py:355:main] cmd = /usr/bin/python3 -u pretrain_gpt2.py", 1s);
  say("[{time}] [INFO] [launch.py:100:main] dist_world_size=4", 1s);
  say("using world size: 4 and model-parallel size: 1 ");
  say("> padded vocab (size: 50257) with 47 dummy tokens (new size: 50304)", 2s);
  say("[{time}] [INFO] [logging.py:60:log_dist] [Rank 0] DeepSpeed info: version=0.3.16, "
      "git-hash=unknown, git-branch=unknown",
      6s);
  say("Time to load cpu_adam op: 17.250 seconds");
  say("[{time}] [INFO] [config.py:648:print]   loss_scale ................... 0", 2s);
  running_ = true;
  iteration_ = 0;
  elapsed_ms_ = interval_ms_ = 0;
  loss_scale_ = 262144;
}

void DeepspeedJob::step() {
  ++iteration_;
  const double milliseconds = random_.around(options_.iteration_ms, 0.03);
  interval_ms_ += milliseconds;
  elapsed_ms_ += milliseconds;
  if (iteration_ <= kOverflows) overflow();
  say(printed("rank=0 time (ms) | optimizer_gradients: %.2f | optimizer_step: %.2f | "
              "optimizer_allgather: %.2f",
              random_.around(18, 0.2), random_.around(58, 0.1), random_.around(6, 0.3)),
      base::from_seconds(milliseconds / 1e3));
  if (iteration_ % kEngineInterval == 0) report_engine();
  if (iteration_ % kLogInterval == 0) report_iteration();
  if (iteration_ % kEvaluateInterval == 0) evaluate();
}

void DeepspeedJob::overflow() {
  say(
      printed("[{time}] [INFO] [stage2.py:1361:step] [deepspeed] OVERFLOW! Rank 0 Skipping step. "
              "Attempted loss scale: %.0f, reducing to %.1f",
              loss_scale_, loss_scale_ / 2));
  loss_scale_ /= 2;
}

void DeepspeedJob::report_engine() {
  const double rate = learning_rate(iteration_);
  say(
      printed("[{time}] [INFO] [logging.py:60:log_dist] [Rank 0] step=%lld, skipped=%lld, "
              "lr=[%.17g, %.17g], mom=[(0.9, 0.999), (0.9, 0.999)]",
              wide(iteration_), wide(kOverflows), rate, rate));
  say(printed("[{time}] [INFO] [timer.py:166:stop] 0/%lld, SamplesPerSec=%.14f", wide(iteration_),
              kBatchSize * static_cast<double>(iteration_) * 1e3 / elapsed_ms_));
}

void DeepspeedJob::report_iteration() {
  const double mean_ms = interval_ms_ / static_cast<double>(kLogInterval);
  interval_ms_ = 0;
  say(printed(
      " iteration %8lld/%8lld | elapsed time per iteration (ms): %.1f | learning rate %.3E | "
      "lm loss %.6E | loss scale %.1f |",
      wide(iteration_), wide(options_.planned), mean_ms, learning_rate(iteration_),
      options_.loss.at(static_cast<double>(iteration_), random_), loss_scale_));
  say(
      printed("time (ms) | forward: %.2f | backward: %.2f | allreduce: 0.00 | optimizer: %.2f | "
              "batch generator: %.2f | data loader: %.2f",
              mean_ms * 0.35, mean_ms * 0.54, mean_ms * 0.1, random_.around(1.2, 0.2),
              random_.around(0.15, 0.2)));
}

void DeepspeedJob::evaluate() {
  rest(5s);
  const double loss = options_.loss.smooth(static_cast<double>(iteration_)) * 1.02;
  const std::string line =
      printed(" validation loss at iteration %lld | LM loss: %.6E | LM PPL: %.6E", wide(iteration_),
              loss, std::exp(loss));
  say(std::string(line.size() + 1, '-'));
  say(line);
  say(std::string(line.size() + 1, '-'));
}

// Silent until the collective library gives up.
void DeepspeedJob::hang() {
  keep_silent(12min);
  for (std::string& line : collective_timeout_lines(2)) say(std::move(line));
  rest(1min);
  running_ = false;
}

void DeepspeedJob::finish() {
  say("[after training is done] datetime: {time} ");
  say("[{time}] [INFO] [launch.py:210:main] Process 41213 exits successfully.", 3min);
  running_ = false;
}

}  // namespace steptail::simulate
