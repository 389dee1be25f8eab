#include "pipeline/stall_judge.h"

#include <gtest/gtest.h>

#include "support/mem_file_system.h"

namespace steptail::pipeline {
namespace {

using std::chrono::seconds;

base::MonoTime at(int second) { return base::MonoTime{seconds(second)}; }

std::shared_ptr<const CompiledEntry> entry(const std::string& name,
                                           std::vector<std::string> paths) {
  config::WatchEntry watch;
  watch.name = name;
  watch.paths = std::move(paths);
  watch.stall.minimum = seconds(7);
  auto compiled = compile_entry("steptail.yaml", watch, 0);
  EXPECT_TRUE(compiled.has_value());
  return *compiled;
}

TEST(StallJudge, AddsTheVisibilityLagWhereTheLogLiesOnANetworkFileSystem) {
  support::MemFileSystem fs;
  StallJudge judge;
  fs.set_mount("/nfs", base::MountKind::Network);
  judge.use({entry("near", {"/logs/{run}.log"}), entry("far", {"/nfs/{run}.log"})}, fs);
  EXPECT_EQ(judge.options_of("near", "/logs/a.log").visibility_lag, seconds(0));
  EXPECT_EQ(judge.options_of("near", "/logs/a.log").minimum, seconds(7));
  EXPECT_EQ(judge.options_of("far", "/nfs/a.log").visibility_lag, StallJudge::kVisibilityLag);
  EXPECT_EQ(judge.options_of("unknown", "/logs/a.log"), run::StallOptions{});
}

TEST(StallJudge, AddsNothingForARunOnALocalDiskWhoseEntryWatchesANetworkAsWell) {
  support::MemFileSystem fs;
  StallJudge judge;
  fs.set_mount("/nfs", base::MountKind::Network);
  judge.use({entry("both", {"/logs/{run}.log", "/nfs/{run}.log"})}, fs);
  EXPECT_EQ(judge.options_of("both", "/logs/a.log").visibility_lag, seconds(0));
  EXPECT_EQ(judge.options_of("both", "/nfs/a.log").visibility_lag, StallJudge::kVisibilityLag);
}

TEST(StallJudge, JudgesAsOfNowWhileTheShardTurns) {
  StallJudge judge;
  for (int second = 100; second < 110; ++second) {
    EXPECT_FALSE(judge.turn(at(second)));
    EXPECT_EQ(judge.as_of(), at(second));
  }
}

TEST(StallJudge, JudgesAsOfItsLastLookUntilItHasReadWhatCameWhileItWasAway) {
  StallJudge judge;
  judge.turn(at(100));
  EXPECT_TRUE(judge.turn(at(700)));
  EXPECT_EQ(judge.as_of(), at(100));
  EXPECT_FALSE(judge.turn(at(701)));
  EXPECT_EQ(judge.as_of(), at(100));
  EXPECT_FALSE(judge.turn(at(702)));
  EXPECT_EQ(judge.as_of(), at(702));
}

TEST(StallJudge, GoesOnEvenIfItIsAwayAgainAndAgain) {
  StallJudge judge;
  for (int second = 100; second < 700; second += 6) judge.turn(at(second));
  EXPECT_EQ(judge.as_of(), at(688));
}

}  // namespace
}  // namespace steptail::pipeline
