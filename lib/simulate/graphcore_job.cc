#include "simulate/graphcore_job.h"

#include <utility>

#include "simulate/text.h"

namespace steptail::simulate {
namespace {

std::string bar_of(int percent) {
  constexpr int kWidth = 10;
  const int full = percent * kWidth / 100;
  std::string bar;
  for (int i = 0; i < kWidth; ++i) bar += i < full ? "\u2588" : " ";
  return bar;
}

}  // namespace

GraphcoreJob::GraphcoreJob(Options options, std::uint64_t seed)
    : Script(options.directory, seed), options_(std::move(options)) {
  write_to(options_.directory + "/train.log");
}

std::string GraphcoreJob::time_text(base::WallTime now) const {
  return date_and_time(now, Fraction::None);
}

void GraphcoreJob::act() {
  if (!running_) {
    begin();
  } else if (step_ >= options_.planned) {
    finish();
  } else {
    step();
  }
}

void GraphcoreJob::begin() {
  say("------------------- Data Loading Started ------------------", 3s);
  say("[18:06:02.520] [poptorch:cpp] [warning] [TRACING-2] Allocated tensor: 275 sizes=[1, 110], "
      "type=Int (type coerced from Long to Int)",
      1s);
  compile();
  say("Compiled/Loaded model in 40.250 secs", 1s);
  say("--------------------- Training Started --------------------", 1s);
  running_ = true;
  step_ = 0;
}

void GraphcoreJob::compile() {
  constexpr int kStride = 5;
  constexpr double kSecondsAStride = 2;
  for (int percent = 0; percent <= 100; percent += kStride) {
    const double elapsed = percent * kSecondsAStride / kStride;
    const double left = (100 - percent) * kSecondsAStride / kStride;
    put(printed("\rGraph compilation: %3d%%|%s| %d/100 [%s<%s]", percent, bar_of(percent).c_str(),
                percent, bar_time(elapsed).c_str(), bar_time(left).c_str()),
        base::from_seconds(kSecondsAStride));
  }
  put("\n");
}

void GraphcoreJob::step() {
  ++step_;
  const double seconds = random_.around(options_.step_seconds, 0.03);
  say(printed("{time} INFO: Step: %lld/%lld Loss: %5.3f Duration: %6.4f s throughput: %6.1f "
              "samples/sec ",
              static_cast<long long>(step_), static_cast<long long>(options_.planned),
              options_.loss.at(static_cast<double>(step_), random_), seconds,
              kSamplesPerStep / seconds),
      base::from_seconds(seconds));
}

void GraphcoreJob::finish() {
  say("-------------------- Training Metrics ---------------------");
  say("Training time: 2811.250 secs", 1s);
  say("23:55:02.722 3555537 POPRUN [I] mpirun (PID 3556098) terminated with exit code 0", 3min);
  running_ = false;
}

}  // namespace steptail::simulate
