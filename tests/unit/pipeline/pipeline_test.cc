#include "pipeline/pipeline.h"

#include <gtest/gtest.h>

#include "support/toy_shard.h"

namespace steptail::pipeline {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using support::ToyShard;

constexpr const char* kPath = "/logs/a.log";

std::string step(int iteration, double loss = 2.5) {
  return "step=" + std::to_string(iteration) + " loss=" + std::to_string(loss) +
         " id=" + std::to_string(iteration) + "\n";
}

class PipelineTest : public ::testing::Test {
 protected:
  ToyShard shard{{"/logs/{run}.log"}};
};

TEST_F(PipelineTest, ShowsALineWithinTwoSecondsOfItsWriting) {
  shard.fs.append(kPath, "toy starts\n");
  shard.start();
  shard.advance(seconds(5));
  shard.append(kPath, step(1));
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value("training_iteration{run=\"a\"}"), 1);
}

TEST(LinkedDirectory, ShowsAnotherLogOfTheSameSizeAndTimeOnceItIsSwapped) {
  ToyShard shard{{"/logs/{run}/train.log"}};
  shard.fs.append("/data/1/train.log", step(1));
  shard.fs.append("/data/2/train.log", step(2));
  shard.fs.symlink("/data/1", "/logs/a");
  shard.start();
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value("training_iteration{run=\"a\"}"), 1);
  shard.fs.symlink("/data/2", "/logs/a");
  shard.advance(seconds(12));
  EXPECT_EQ(shard.value("training_iteration{run=\"a\"}"), 2);
}

TEST_F(PipelineTest, SeesGrowthThatNoEventTold) {
  shard.start();
  shard.advance(seconds(1));
  shard.fs.append(kPath, step(1));
  shard.advance(seconds(12));
  EXPECT_EQ(shard.value("training_iteration{run=\"a\"}"), 1);
}

TEST_F(PipelineTest, LooksEverywhereWhenTheEventQueueRanOver) {
  shard.fs.append(kPath, step(1));
  shard.start();
  shard.advance(seconds(2));
  shard.fs.append(kPath, step(2));
  shard.watcher.overflow();
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value("training_iteration{run=\"a\"}"), 2);
  EXPECT_EQ(shard.snapshot()->inotify_overflows, 1U);
}

TEST_F(PipelineTest, PollsWhatCannotBeWatched) {
  shard.watcher.refuse("/logs", std::errc::no_space_on_device);
  shard.fs.append(kPath, step(1));
  shard.start();
  shard.advance(minutes(5));
  shard.fs.append(kPath, step(2));
  shard.advance(seconds(3));
  EXPECT_EQ(shard.value("training_iteration{run=\"a\"}"), 2);
}

TEST_F(PipelineTest, CountsADirectoryThatMayNotBeListed) {
  const auto unreadable = [this] {
    return shard.snapshot()->watches.at("toys").files.at("unreadable");
  };
  shard.fs.append(kPath, step(1));
  shard.fs.forbid("/logs", true);
  shard.start();
  shard.advance(seconds(2));
  EXPECT_EQ(unreadable(), 1U);
  shard.fs.forbid("/logs", false);
  shard.advance(minutes(5));
  EXPECT_EQ(unreadable(), 0U);
  EXPECT_EQ(shard.value("training_iteration{run=\"a\"}"), 1);
}

TEST_F(PipelineTest, LeavesAnUnfinishedLineAlone) {
  shard.start();
  shard.append(kPath, step(1) + "step=2 loss=1.0");
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value("training_iteration{run=\"a\"}"), 1);
  shard.append(kPath, "25 id=2\n");
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value("training_loss{run=\"a\"}"), 1.025);
}

TEST_F(PipelineTest, ShowsNothingForAFileInNoKnownFormat) {
  shard.fs.append(kPath, "hello world\nTraceback (most recent call last):\n");
  shard.start();
  shard.advance(seconds(2));
  EXPECT_TRUE(shard.series().empty());
  EXPECT_EQ(shard.snapshot()->watches.at("toys").files.at("unrecognised"), 1U);
}

TEST_F(PipelineTest, IsReadyOnceTheFirstScanIsRead) {
  shard.fs.append(kPath, step(1));
  shard.start();
  shard.advance(seconds(2));
  EXPECT_TRUE(shard.snapshot()->ready);
}

// A scrape between the start and the first page would find every run gone.
TEST_F(PipelineTest, IsReadyAtOnceWhereLittleIsToBeRead) {
  shard.fs.append(kPath, step(1));
  shard.start();
  shard.advance(milliseconds(100));
  EXPECT_TRUE(shard.snapshot()->ready);
  EXPECT_EQ(shard.value("training_iteration{run=\"a\"}"), 1);
}

TEST_F(PipelineTest, ReadsTheFilesOfARequeuedRunOldestFirst) {
  shard.entries[0].paths = {"/logs/{run}/*.out"};
  shard.fs.append("/logs/a/slurm-9.out", "toy starts\n" + step(10));
  shard.fs.set_modified("/logs/a/slurm-9.out", shard.loop.wall() - minutes(20));
  shard.fs.append("/logs/a/slurm-10.out", "toy starts\n" + step(8));
  shard.fs.set_modified("/logs/a/slurm-10.out", shard.loop.wall() - minutes(1));
  shard.start();
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value("training_iteration{run=\"a\"}"), 8);
  EXPECT_EQ(shard.value("training_attempts_total{run=\"a\"}"), 2);
}

TEST_F(PipelineTest, IgnoresWhatWasSilentForLongAtFirstSightUntilItGrows) {
  shard.fs.append(kPath, step(1));
  shard.fs.set_modified(kPath, shard.loop.wall() - hours(25));
  shard.start();
  shard.advance(seconds(20));
  EXPECT_TRUE(shard.series().empty());
  EXPECT_EQ(shard.snapshot()->watches.at("toys").files.at("skipped"), 1U);
  shard.append(kPath, step(2));
  shard.advance(seconds(20));
  EXPECT_EQ(shard.value("training_counted_total{key=\"ids\",run=\"a\"}"), 3);
}

TEST_F(PipelineTest, TakesAFinishedRunOffThePageAfterItsRetention) {
  shard.start();
  shard.append(kPath, step(1) + "toy is done\n");
  shard.advance(minutes(59));
  EXPECT_EQ(shard.value("training_state{run=\"a\",state=\"finished\"}"), 1);
  shard.advance(minutes(2));
  EXPECT_TRUE(shard.series().empty());
}

TEST_F(PipelineTest, CountsOnAfterRotationAndRestart) {
  shard.start();
  shard.append(kPath, step(1) + step(2));
  shard.advance(seconds(2));
  shard.fs.move(kPath, "/logs/a.log.1");
  shard.append(kPath, step(3));
  shard.advance(seconds(15));
  EXPECT_EQ(shard.value("training_counted_total{key=\"ids\",run=\"a\"}"), 6);
  shard.stop();
  shard.fs.append(kPath, step(4));
  shard.start();
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value("training_counted_total{key=\"ids\",run=\"a\"}"), 10);
}

TEST_F(PipelineTest, KeepsFilesThatAReloadStillWantsAndDropsTheOthers) {
  shard.start();
  shard.append(kPath, step(1));
  shard.append("/logs/b.log", step(5));
  shard.advance(seconds(2));
  shard.entries[0].exclude = {"/logs/b.log"};
  shard.reload();
  shard.append(kPath, step(2));
  shard.append("/logs/b.log", step(6));
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value("training_counted_total{key=\"ids\",run=\"a\"}"), 3);
  EXPECT_EQ(shard.value("training_iteration{run=\"b\"}"), std::nullopt);
}

TEST_F(PipelineTest, RefusesFilesBeyondTheLimitAndCountsThem) {
  shard.limits.files = 2;
  for (const char* path : {"/logs/a.log", "/logs/b.log", "/logs/c.log"}) {
    shard.fs.append(path, step(1));
  }
  shard.start();
  shard.advance(seconds(2));
  EXPECT_EQ(shard.snapshot()->runs.size(), 2U);
  EXPECT_GE(shard.snapshot()->refused.at("files"), 1U);
}

TEST_F(PipelineTest, HoldsARunBackUntilItHasCaughtUp) {
  shard.start();
  for (int i = 1; i <= 10; ++i) shard.append(kPath, step(i));
  shard.advance(seconds(2));
  shard.crash();
  std::string much;
  for (int i = 11; much.size() < 300 * 1024; ++i) much += step(i);
  shard.fs.append(kPath, much);
  shard.start();
  double sum = 0;
  for (int turn = 0; turn < 5; ++turn) {
    auto now = shard.value("training_counted_total{key=\"ids\",run=\"a\"}");
    if (now) {
      EXPECT_GE(*now, 55);
      sum = *now;
    }
    shard.advance(seconds(1));
  }
  EXPECT_GT(sum, 55);
}

}  // namespace
}  // namespace steptail::pipeline
