#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "simulate/job_script.h"

namespace steptail::simulate {
namespace {

using std::chrono_literals::operator""h;
using std::chrono_literals::operator""s;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t kSeed = 7;
constexpr base::WallTime kStart{std::chrono::seconds(1'712'729'758)};

// What a job writes in so much time, by file.
std::map<std::string, std::string> run(Job& job, base::Duration length) {
  std::map<std::string, std::string> files;
  for (base::WallTime now = kStart; now < kStart + length;) {
    const Write write = job.next(now);
    files[write.file] += write.bytes;
    now += write.pause;
  }
  return files;
}

std::string all_of(const std::map<std::string, std::string>& files) {
  std::string all;
  for (const auto& [name, text] : files) all += text;
  return all;
}

std::unique_ptr<Job> job_named(std::string_view name) {
  for (auto& job : demo_fleet(kSeed)) {
    if (job->name() == name) return std::move(job);
  }
  ADD_FAILURE() << "no job " << name;
  return nullptr;
}

std::string hour_of(std::string_view name) { return all_of(run(*job_named(name), 1h)); }

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(DemoFleet, TellsTheSameStoryForTheSameSeed) {
  auto first = demo_fleet(kSeed);
  auto second = demo_fleet(kSeed);
  auto other = demo_fleet(kSeed + 1);
  for (std::size_t i = 0; i < first.size(); ++i) {
    SCOPED_TRACE(first[i]->name());
    const auto files = run(*first[i], 1h);
    EXPECT_EQ(files, run(*second[i], 1h));
    EXPECT_NE(files, run(*other[i], 1h));
  }
}

TEST(DemoFleet, GivesEveryJobADirectoryOfItsOwn) {
  std::set<std::string> directories;
  for (auto& job : demo_fleet(kSeed)) {
    for (const auto& [file, text] : run(*job, 1h)) {
      EXPECT_THAT(file, ContainsRegex("^[a-z]+/[a-z0-9-]+/[a-z0-9-]+\\.log$"));
      EXPECT_THAT(file, HasSubstr(std::string(job->name()) + "/"));
    }
    EXPECT_TRUE(directories.insert(std::string(job->name())).second) << job->name();
  }
}

TEST(DemoFleet, WritesAtTheRateOfPeopleReading) {
  for (auto& job : demo_fleet(kSeed)) {
    SCOPED_TRACE(job->name());
    const auto lines = count(all_of(run(*job, 1h)), "\n");
    EXPECT_GT(lines, 600U);
    EXPECT_LT(lines, 3 * 3600U);
  }
}

TEST(DemoFleet, LivesOnAfterItsTroubles) {
  for (auto& job : demo_fleet(kSeed)) {
    SCOPED_TRACE(job->name());
    std::set<std::string> files;
    base::WallTime now = kStart;
    std::size_t bytes = 0;
    for (int i = 0; i < 30'000; ++i) {
      const Write write = job->next(now);
      ASSERT_GE(write.pause, base::Duration{0});
      ASSERT_LT(write.pause, base::Duration(1h));
      now += write.pause;
      bytes += write.bytes.size();
      files.insert(write.file);
    }
    EXPECT_GT(now, kStart + 3h);
    EXPECT_GT(bytes, 1'000'000U);
    EXPECT_LE(files.size(), 4U);
  }
}

TEST(DemoFleet, LinesCarryTheTimeOfTheirWrite) {
  auto job = job_named("grace/bert-large");
  const Write first = job->next(kStart);
  EXPECT_THAT(first.bytes, testing::StartsWith("2024-04-10 06:15:58,000 INFO:   Effective batch"));
  const Write second = job->next(kStart + 61s);
  EXPECT_THAT(second.bytes, testing::StartsWith("2024-04-10 06:16:59,000 INFO:   "));
}

TEST(DemoFleet, NoPlaceholderIsLeft) {
  for (auto& job : demo_fleet(kSeed)) EXPECT_THAT(all_of(run(*job, 1h)), Not(HasSubstr("time}")));
}

TEST(MegatronJob, EvaluatesSavesAndLearns) {
  const std::string log = hour_of("ada/gpt-7b");
  EXPECT_THAT(log, HasSubstr("[after megatron is initialized] datetime: 2024-04-10 06:16:"));
  EXPECT_THAT(log, HasSubstr("(min, max) time across ranks (ms):\n    forward-backward ....."));
  EXPECT_THAT(log, HasSubstr(" validation loss at iteration 100 | lm loss value: "));
  EXPECT_THAT(log, HasSubstr("saving checkpoint at iteration     250 to ckpts"));
  EXPECT_THAT(log, HasSubstr("successfully saved checkpoint from iteration     250 to ckpts"));
  EXPECT_THAT(log, ContainsRegex("iteration     2000/    5000 .* lm loss: [34]\\.[0-9]+E\\+00 "));
}

TEST(DeepspeedJob, PrintsTheLinesOfBothPrograms) {
  const std::string log = hour_of("ada/gpt-2-small");
  EXPECT_THAT(log, HasSubstr("OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 8192, "
                             "reducing to 4096.0\n"));
  EXPECT_THAT(log, HasSubstr("[Rank 0] step=10, skipped=6, lr=["));
  EXPECT_THAT(log, HasSubstr("0/10, SamplesPerSec="));
  EXPECT_EQ(count(log, "rank=0 time (ms) | optimizer_gradients: ") / 5,
            count(log, "\ntime (ms) | forward: "));
}

TEST(CerebrasJob, CompilesQueuesLoadsAndTrains) {
  const std::string log = hour_of("grace/bert-large");
  for (std::string_view line :
       {"Effective batch size is 1024.", "Saving checkpoint at step 0", "Compiling the model.",
        "current job status: Queueing", "Waiting for device programming", "Beginning appliance run",
        "| Train Device=CSX, Step=10, Loss=", "Training completed successfully!",
        "Processed 20480000 training sample(s) in "}) {
    EXPECT_THAT(log, HasSubstr(std::string(line)));
  }
}

TEST(GraphcoreJob, DrawsItsCompileBarWithCarriageReturns) {
  const std::string log = hour_of("grace/bert-popxl");
  EXPECT_THAT(log, HasSubstr("\rGraph compilation:  50%|█████     | 50/100 [00:20<00:20]\r"));
  EXPECT_THAT(log, HasSubstr(" INFO: Step: 1/4000 Loss: 1"));
}

TEST(TorchtitanJob, PrintsTokensInColourAndSaves) {
  const std::string log = hour_of("barbara/llama-8b");
  EXPECT_THAT(log, HasSubstr("Training starts at step 1."));
  EXPECT_THAT(log, ContainsRegex("\x1b\\[31mstep: 10  .*tps: [0-9],[0-9]{3}  .*mfu: "));
  EXPECT_THAT(log, HasSubstr("Finished saving the checkpoint in "));
}

TEST(Troubles, AStallIsLongAndEndsInATimeout) {
  auto job = job_named("alan/gpt-2-stalls");
  base::Duration longest{0};
  for (int i = 0; i < 1000; ++i) longest = std::max(longest, job->next(kStart).pause);
  EXPECT_GT(longest, std::chrono::minutes(10));
  EXPECT_THAT(hour_of("alan/gpt-2-stalls"),
              HasSubstr("Watchdog caught collective operation timeout"));
}

TEST(Troubles, ACrashIsATracebackAndGoesOnFromTheLastCheckpoint) {
  const std::string log = hour_of("edsger/gpt-20b-out-of-memory");
  EXPECT_THAT(log, HasSubstr("[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to "));
  EXPECT_THAT(log, HasSubstr("loading checkpoint from ckpts at iteration 250"));
  EXPECT_GT(count(log, "iteration      255/    5000 "), 1U);
}

TEST(Troubles, ALossRisesTurnsNanAndEndsTheJob) {
  const std::string log = hour_of("edsger/bert-diverges");
  const std::size_t first_nan = log.find("Loss=nan");
  ASSERT_NE(first_nan, std::string::npos);
  EXPECT_GT(log.find("ApplianceNanError: NaN loss detected."), first_nan);
  EXPECT_GT(count(log, "Effective batch size is"), 1U);
}

TEST(Troubles, ACheckpointTakesMinutes) {
  EXPECT_THAT(
      hour_of("alan/gpt-70b-slow-checkpoint"),
      HasSubstr("save-checkpoint ................................: (237600.00, 240000.00)"));
}

TEST(Troubles, APreemptedJobGoesOnInAnotherFile) {
  auto job = job_named("barbara/gpt-13b-requeued");
  const auto files = run(*job, 1h);
  ASSERT_GT(files.size(), 1U);
  EXPECT_THAT(files.at("barbara/gpt-13b-requeued/slurm-3.log"), HasSubstr("DUE TO PREEMPTION ***"));
  EXPECT_THAT(files.at("barbara/gpt-13b-requeued/slurm-0.log"),
              HasSubstr("loading checkpoint from ckpts at iteration 250"));
}

}  // namespace
}  // namespace steptail::simulate
