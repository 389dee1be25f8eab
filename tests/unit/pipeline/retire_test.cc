#include <gtest/gtest.h>

#include "support/toy_shard.h"

namespace steptail::pipeline {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using support::ToyShard;

constexpr const char* kPath = "/logs/a.log";
constexpr const char* kIds = "training_counted_total{key=\"ids\",run=\"a\"}";

std::string step(int iteration) {
  return "step=" + std::to_string(iteration) + " loss=2.5 id=" + std::to_string(iteration) + "\n";
}

// What leaves the page must not fill the tables, and must be exact when it comes back.
class Retire : public ::testing::Test {
 protected:
  std::uint64_t files(const std::string& state) {
    return shard.snapshot()->watches.at("toys").files.at(state);
  }
  Retire() {
    shard.retention.finished = minutes(2);
    shard.entries[0].ignore_older = minutes(10);
  }
  ToyShard shard{{"/logs/{run}.log"}};
};

TEST_F(Retire, AFileWhoseRunLeftThePageFillsNoLimit) {
  shard.limits.files = 1;
  shard.limits.runs = 1;
  shard.start();
  shard.append(kPath, step(1) + "toy is done\n");
  shard.advance(minutes(4));
  shard.append("/logs/b.log", step(7));
  shard.advance(seconds(15));
  EXPECT_EQ(shard.value("training_iteration{run=\"b\"}"), 7);
  EXPECT_FALSE(shard.snapshot()->refused.contains("files"));
  EXPECT_FALSE(shard.snapshot()->refused.contains("runs"));
  EXPECT_EQ(files("skipped"), 1U);
}

TEST_F(Retire, FilesAreFoundByTheirNumbersAfterOthersHaveLeft) {
  shard.start();
  shard.append(kPath, step(1) + "toy is done\n");
  for (const char* path : {"/logs/b.log", "/logs/c.log"}) shard.append(path, step(1));
  shard.advance(minutes(3));
  ASSERT_EQ(files("skipped"), 1U);
  for (const char* path : {"/logs/b.log", "/logs/c.log", "/logs/d.log"}) {
    shard.append(path, step(2));
  }
  shard.advance(seconds(3));
  for (const char* run : {"b", "c", "d"}) {
    EXPECT_EQ(shard.value("training_iteration{run=\"" + std::string(run) + "\"}"), 2);
  }
}

TEST_F(Retire, ARunThatGrowsAfterItLeftGoesOnWhereItWas) {
  shard.start();
  shard.append(kPath, step(1) + step(2) + "toy is done\n");
  shard.advance(minutes(4));
  ASSERT_TRUE(shard.series().empty());
  ASSERT_EQ(files("skipped"), 1U);
  shard.append(kPath, step(3));
  shard.advance(seconds(3));
  EXPECT_EQ(shard.value(kIds), 6);
  EXPECT_EQ(shard.value("training_attempts_total{run=\"a\"}"), 1);
}

TEST_F(Retire, ARunThatGrowsAfterItLeftAndARestartGoesOnWhereItWas) {
  shard.start();
  shard.append(kPath, step(1) + step(2) + "toy is done\n");
  shard.advance(minutes(4));
  // What lies on disk is not what was read: only what is remembered can give the sum.
  shard.fs.overwrite(kPath, 0, "step=8 loss=2.5 id=8\n");
  shard.fs.set_modified(kPath, shard.loop.wall() - minutes(4));
  shard.stop();
  shard.start();
  shard.advance(seconds(3));
  EXPECT_TRUE(shard.series().empty());
  EXPECT_EQ(files("skipped"), 1U);
}

TEST_F(Retire, AFileWithoutARunIsPutAwayWhenItIsOld) {
  shard.start();
  shard.append(kPath, "nothing that anybody knows\n");
  shard.advance(minutes(5));
  EXPECT_EQ(files("unrecognised"), 1U);
  shard.advance(minutes(12));
  EXPECT_EQ(files("unrecognised"), 0U);
  EXPECT_EQ(files("skipped"), 1U);
  shard.append(kPath, "toy starts\n" + step(4));
  shard.advance(seconds(3));
  EXPECT_EQ(shard.value(kIds), 4);
}

TEST_F(Retire, AnOldFileOfARunOnThePageMakesRoomAndComesBackExact) {
  shard.entries[0].paths = {"/logs/{run}/*.out"};
  shard.limits.files = 3;
  shard.start();
  shard.append("/logs/a/1.out", "toy starts\n" + step(1));
  shard.advance(minutes(1));
  shard.append("/logs/a/2.out", "toy starts\n" + step(2));
  shard.advance(minutes(12));
  EXPECT_EQ(files("skipped"), 1U);
  EXPECT_EQ(shard.value(kIds), 3);
  shard.append("/logs/a/3.out", "toy starts\n" + step(3));
  shard.append("/logs/a/1.out", step(4));
  shard.advance(seconds(15));
  EXPECT_EQ(shard.value(kIds), 10);
  EXPECT_EQ(files("skipped"), 1U);  // now the second is old, and others speak
}

TEST_F(Retire, AFileOfARunOnThePageIsReadOnceThoughTheShelfCannotKeepIt) {
  shard.entries[0].paths = {"/logs/{run}/*.out"};
  shard.limits.files = 2;
  shard.start();
  for (int i = 1; i <= 4; ++i) {
    shard.append("/logs/a/" + std::to_string(i) + ".out", "toy starts\n" + step(i));
    shard.advance(minutes(12));
  }
  EXPECT_EQ(shard.value(kIds), 1 + 2 + 3 + 4);
  for (int i = 1; i <= 4; ++i) {
    shard.append("/logs/a/" + std::to_string(i) + ".out", step(i + 4));
    shard.advance(minutes(12));
  }
  EXPECT_EQ(shard.value(kIds), 36);
}

TEST_F(Retire, ARunThatDoesNotFitAfterARestartIsNotReadFromTheMiddle) {
  shard.start();
  shard.append(kPath, step(1));
  shard.append("/logs/b.log", step(1));
  shard.advance(seconds(2));
  shard.stop();
  shard.limits.runs = 1;
  shard.fs.append(kPath, step(2));
  shard.fs.append("/logs/b.log", step(2));
  shard.start();
  shard.advance(seconds(15));
  ASSERT_EQ(shard.snapshot()->runs.size(), 1U);
  EXPECT_EQ(shard.snapshot()->refused.at("runs"), 1U);
  shard.limits.runs = 2;
  shard.reload();
  shard.advance(seconds(15));
  EXPECT_EQ(shard.value(kIds), 3);
  EXPECT_EQ(shard.value("training_counted_total{key=\"ids\",run=\"b\"}"), 3);
}

}  // namespace
}  // namespace steptail::pipeline
