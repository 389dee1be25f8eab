#include "simulate/cerebras_job.h"

#include <cmath>
#include <limits>
#include <utility>

#include "simulate/text.h"

namespace steptail::simulate {
CerebrasJob::CerebrasJob(Options options, std::uint64_t seed)
    : Script(options.directory, seed), options_(std::move(options)) {
  write_to(options_.directory + "/train.log");
}

std::string CerebrasJob::time_text(base::WallTime now) const {
  return date_and_time(now, Fraction::CommaMillis);
}

void CerebrasJob::info(const std::string& text, base::Duration pause) {
  say("{time} INFO:   " + text, pause);
}

bool CerebrasJob::diverging(std::int64_t steps_before) const {
  return options_.trouble == Trouble::NonfiniteLoss &&
         step_ >= options_.trouble_after - steps_before;
}

void CerebrasJob::act() {
  constexpr std::int64_t kNanLines = 12;
  if (!running_) {
    begin();
  } else if (diverging(-kNanLines * kLogSteps)) {
    fail();
  } else if (step_ >= options_.planned) {
    finish();
  } else {
    step();
  }
}

void CerebrasJob::begin() {
  info(printed("Effective batch size is %lld.", wide(kBatchSize)));
  info("No checkpoint was provided. Using randomly initialized model parameters.", 1s);
  running_ = true;
  step_ = 0;
  seconds_ = 0;
  save();
  compile();
  load();
}

void CerebrasJob::compile() {
  info("Compiling the model. This may take a few minutes.", 1s);
  info("Initiating a new compile wsjob against the cluster server.");
  info("compile job id: wsjob-demo1, remote log path: /n1/wsjob/workdir/job-operator/wsjob-demo1",
       1s);
  info("Poll ingress status: Waiting for job service readiness.", 2s);
  info("Ingress is ready: Job ingress ready, poll ingress success.", 1s);
  info("Pre-optimization transforms...", 1s);
  info("Optimizing layouts and memory usage...");
  info("Gradient accumulation enabled");
  for (int size = 32; size <= 128; size *= 2) {
    info(printed("Gradient accumulation trying sub-batch size %d...", size), 250ms);
    info("Exploring floorplans", 500ms);
    info("Exploring data layouts", 500ms);
    info("Optimizing memory usage", 1s);
  }
  info("Post-layout optimizations...", 1s);
  info("Allocating buffers...", 1s);
  info("Code generation...", 2s);
  info("Compiling image...");
  info("Compiling kernels", 3s);
  info("Compiling final image", 2s);
  info(
      "Compile artifacts successfully written to remote compile directory. Compile hash is: "
      "cs_4711");
  info("Compile was successful!");
}

void CerebrasJob::load() {
  info("Programming Cerebras Wafer Scale Cluster for execution. This may take a few minutes.", 1s);
  info("Initiating a new execute wsjob against the cluster server.");
  info("execute job id: wsjob-demo2, remote log path: /n1/wsjob/workdir/job-operator/wsjob-demo2",
       1s);
  info(
      "Poll ingress status: Waiting for job running, current job status: Queueing, msg: job is "
      "queueing. Job queue status: 1 execute job(s) queued before current job. For more "
      "information, "
      "please run 'csctl get jobs'.",
      8s);
  info(
      "Poll ingress status: Waiting for job running, current job status: Scheduled, msg: job is "
      "scheduled. ",
      2s);
  info("Ingress is ready: Job ingress ready, poll ingress success.");
  info("Preparing to execute using 1 CSX", 2s);
  info("About to send initial weights", 2s);
  info("Finished sending initial weights");
  info("Finalizing appliance staging for the run");
  info("Waiting for device programming to complete", 4s);
  info("Device programming is complete");
  info("Using network type: ROCE");
  info("Waiting for input workers to prime the data pipeline and begin streaming ...", 1s);
  info("Input workers have begun streaming input data", 2s);
  info("Appliance staging is complete");
  info("Beginning appliance run", 1s);
}

double CerebrasJob::loss() {
  if (diverging(0)) return std::numeric_limits<double>::quiet_NaN();
  const double healthy = options_.loss.at(static_cast<double>(step_), random_);
  constexpr std::int64_t kRise = 400;
  if (!diverging(kRise)) return healthy;
  const auto into = static_cast<double>(step_ - (options_.trouble_after - kRise));
  return healthy * (1.0 + into / 100.0);
}

void CerebrasJob::step() {
  step_ += kLogSteps;
  const double rate = random_.around(options_.samples_per_second, 0.01);
  const double lasted = static_cast<double>(kBatchSize * kLogSteps) / rate;
  seconds_ += lasted;
  const double value = loss();
  info(printed("| Train Device=CSX, Step=%lld, Loss=%s, Rate=%.2f samples/sec, GlobalRate=%.2f "
               "samples/sec, LoopTimeRemaining=%s, TimeRemaining>%s",
               wide(step_), std::isnan(value) ? "nan" : printed("%.5f", value).c_str(), rate,
               static_cast<double>(kBatchSize * step_) / seconds_, "0:10:00", "0:20:00"),
       base::from_seconds(lasted));
  if (step_ % kSaveSteps == 0) save();
}

void CerebrasJob::save() {
  info(printed("Saving checkpoint at step %lld", wide(step_)), 6s);
  info(printed("Saved checkpoint model_dir/checkpoint_%lld.mdl", wide(step_)), 1s);
}

void CerebrasJob::fail() {
  say("{time} ERROR:   Uncaught exception:");
  say("Traceback (most recent call last):");
  say("  File \"run.py\", line 41, in <module>");
  say("    trainer.fit(train_dataloader)");
  say("cerebras.appliance.errors.ApplianceNanError: NaN loss detected. Please try different "
      "hyperparameters such as the learning rate, batch size, etc.",
      4min);
  running_ = false;
}

void CerebrasJob::finish() {
  save();
  info("Heartbeat thread stopped for wsjob-demo2.");
  info("Training completed successfully!");
  info(printed("Processed %lld training sample(s) in %.9f seconds.", wide(step_ * kBatchSize),
               seconds_),
       3min);
  running_ = false;
}

}  // namespace steptail::simulate
