#include "simulate/torchtitan_job.h"

#include <cmath>
#include <utility>

#include "simulate/text.h"

namespace steptail::simulate {
namespace {

const std::string kPrefix = "[rank0]:[titan] {time} - root - INFO - ";

// "8,192"
std::string with_thousands(double number) {
  std::string digits = std::to_string(std::lround(number));
  for (std::size_t left = digits.size(); left > 3; left -= 3) digits.insert(left - 3, 1, ',');
  return digits;
}

}  // namespace

TorchtitanJob::TorchtitanJob(Options options, std::uint64_t seed)
    : Script(options.directory, seed), options_(std::move(options)) {
  write_to(options_.directory + "/train.log");
}

std::string TorchtitanJob::time_text(base::WallTime now) const {
  return date_and_time(now, Fraction::CommaMillis);
}

void TorchtitanJob::act() {
  if (!running_) {
    begin();
  } else if (step_ >= options_.planned) {
    finish();
  } else {
    report();
  }
}

void TorchtitanJob::begin() {
  say(kPrefix + "Starting job: pretraining", 2s);
  say(kPrefix + "Building 1-D device mesh with ['dp_shard'], [8]", 4s);
  say(kPrefix + "Training starts at step 1.", 2s);
  running_ = true;
  step_ = 0;
}

void TorchtitanJob::report() {
  step_ += kStepsALine;
  const double seconds = random_.around(options_.step_seconds, 0.02);
  const double tokens_per_second = kTokensPerStep / seconds;
  constexpr double kFlopPerToken = 4.8e10;  // of eight thousand million parameters
  constexpr double kPeakTeraflops = 989;
  const double teraflops = tokens_per_second * kFlopPerToken / 1e12;
  const auto step = static_cast<double>(step_);
  say(kPrefix +
          printed("\x1b[31mstep: %2lld  \x1b[32mloss: %8.5f  \x1b[38;2;180;60;0mgrad_norm: %7.4f  "
                  "\x1b[38;2;54;234;195mmemory: 66.91GiB(84.50%%)  \x1b[34mtps: %s  "
                  "\x1b[36mtflops: %.2f  \x1b[35mmfu: %.2f%%\x1b[39m",
                  wide(step_), options_.loss.at(step, random_), random_.around(1.25, 0.2),
                  with_thousands(tokens_per_second).c_str(), teraflops,
                  100 * teraflops / kPeakTeraflops),
      base::from_seconds(seconds * static_cast<double>(kStepsALine)));
  if (step_ % options_.save_every == 0) save();
}

void TorchtitanJob::save() {
  say(kPrefix + "Saving the checkpoint (or staging if async is enabled).", 6s);
  say(kPrefix + "Finished saving the checkpoint in 6.02 seconds.");
  say(kPrefix + "[GC] Performing periodical GC collection. 0.06 seconds.");
}

void TorchtitanJob::finish() {
  say(kPrefix + "Training completed");
  say(kPrefix + "Process group destroyed", 3min);
  running_ = false;
}

}  // namespace steptail::simulate
