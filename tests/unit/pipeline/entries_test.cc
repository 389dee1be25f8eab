#include <gtest/gtest.h>

#include "metrics/board.h"
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

// Several watch entries, and what a reload does to them.
class Entries : public ::testing::Test {
 protected:
  void add_entry(const std::string& name, const std::string& pattern) {
    config::WatchEntry entry = shard.entries[0];
    entry.name = name;
    entry.paths = {pattern};
    shard.entries.push_back(entry);
  }
  void write(const std::string& lines) {
    shard.append(kPath, lines);
    shard.advance(seconds(2));
  }
  ToyShard shard{{"/logs/{run}.log"}};
};

TEST_F(Entries, TheFirstInTheConfigurationKeepsAnIdentityWhoeverIsReadFirst) {
  add_entry("again", "/other/{run}.log");
  shard.fs.append("/other/a.log", step(99));
  shard.start();
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value(kIds), 99);
  write(step(1));
  EXPECT_EQ(shard.value(kIds), 1);
}

TEST_F(Entries, APathInTwoEntriesIsARunOfEachOfThem) {
  add_entry("again", "/logs/{run}.log");
  shard.entries[1].labels = {{"cluster", "alps"}};
  shard.start();
  write(step(3));
  EXPECT_EQ(shard.value(kIds), 3);
  EXPECT_EQ(shard.value("training_iteration{cluster=\"alps\",run=\"a\"}"), 3);
}

TEST_F(Entries, APathInSeveralIsStillFollowedByThoseThatStay) {
  for (const char* name : {"second", "third"}) {
    add_entry(name, "/logs/{run}.log");
    shard.entries.back().labels = {{"cluster", name}};
  }
  shard.start();
  write(step(1));
  shard.entries.erase(shard.entries.begin());
  shard.reload();
  write(step(2));
  shard.entries.erase(shard.entries.begin() + 1);
  shard.reload();
  write(step(3));
  EXPECT_EQ(shard.value("training_iteration{cluster=\"second\",run=\"a\"}"), 3);
  EXPECT_EQ(shard.value("training_iteration{cluster=\"third\",run=\"a\"}"), std::nullopt);
  EXPECT_EQ(shard.value("training_counted_total{cluster=\"second\",key=\"ids\",run=\"a\"}"), 6);
}

TEST_F(Entries, RenamedOneKeepsItsRuns) {
  shard.start();
  write(step(1) + step(2));
  // Only what is known can tell the sum: the beginning is not what was read.
  shard.entries[0].name = "dolls";
  shard.reload();
  write(step(3));
  EXPECT_EQ(shard.value(kIds), 6);
  EXPECT_EQ(shard.snapshot()->runs.size(), 1U);
  EXPECT_EQ(shard.snapshot()->runs[0]->watch, "dolls");
}

TEST_F(Entries, RenamedWhileTheDaemonWasDownKeepsItsRuns) {
  shard.start();
  write(step(1) + step(2));
  shard.stop();
  shard.fs.truncate(kPath, 0);
  shard.fs.append(kPath, step(4));
  shard.entries[0].name = "dolls";
  shard.start();
  shard.advance(seconds(5));
  EXPECT_EQ(shard.value(kIds), 7);
}

TEST_F(Entries, AFileExcludedByAReloadAndWantedAgainIsNotReadTwice) {
  shard.start();
  write(step(1) + step(2));
  shard.entries[0].exclude = {kPath};
  shard.reload();
  shard.append(kPath, step(3));
  EXPECT_TRUE(shard.series().empty());
  shard.advance(seconds(20));
  EXPECT_TRUE(shard.series().empty());
  shard.entries[0].exclude.clear();
  shard.reload();
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value(kIds), 6);
}

TEST_F(Entries, AnExcludedFileStaysExcludedAfterARestart) {
  shard.start();
  write(step(1));
  shard.entries[0].exclude = {kPath};
  shard.reload();
  shard.stop();
  shard.fs.append(kPath, step(2));
  shard.start();
  shard.advance(seconds(20));
  EXPECT_TRUE(shard.series().empty());
}

TEST_F(Entries, RunsOfAnEntryThatIsGoneLeaveThePage) {
  add_entry("others", "/other/{run}.log");
  shard.fs.append("/other/b.log", step(5));
  shard.start();
  write(step(1));
  ASSERT_EQ(shard.value("training_iteration{run=\"b\"}"), 5);
  shard.entries.pop_back();
  shard.reload();
  EXPECT_EQ(shard.value("training_iteration{run=\"b\"}"), std::nullopt);
  EXPECT_EQ(shard.value(kIds), 1);
}

TEST_F(Entries, ALabelThatIsChangedMakesOtherRunsAndLeavesNone) {
  shard.start();
  shard.append(kPath, step(1));
  shard.append("/logs/gone.log", step(5));
  shard.advance(seconds(2));
  static_cast<void>(shard.fs.remove("/logs/gone.log"));
  shard.advance(seconds(20));
  ASSERT_EQ(shard.value("training_iteration{run=\"gone\"}"), 5);
  shard.entries[0].labels = {{"cluster", "alps"}};
  shard.reload();
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value(kIds), std::nullopt);
  EXPECT_EQ(shard.value("training_counted_total{cluster=\"alps\",key=\"ids\",run=\"a\"}"), 1);
  EXPECT_EQ(shard.value("training_iteration{run=\"gone\"}"), std::nullopt);
}

TEST_F(Entries, OneThatChangesItsShardTakesItsRunsAlong) {
  shard.start();
  write(step(1) + step(2));
  shard.fs.truncate(kPath, 0);
  write(step(3));
  shard.move_away_and_back("toys");
  write(step(4));
  EXPECT_EQ(shard.value(kIds), 10);
}

TEST_F(Entries, OneThatWasInAnotherShardLastTimeIsFoundThere) {
  shard.start();
  write(step(1) + step(2));
  shard.stop();
  ASSERT_TRUE(shard.fs.rename("/state/shard", "/state/other").has_value());
  static_cast<void>(shard.fs.remove("/state/shard.old"));
  shard.fs.truncate(kPath, 0);
  shard.fs.append(kPath, step(4));
  shard.start();
  shard.advance(seconds(5));
  EXPECT_EQ(shard.value(kIds), 7);
}

TEST_F(Entries, WhatNoFormatKnewIsReadAgainByTheFormatsOfAReload) {
  shard.entries[0].formats = {"megatron-lm"};
  shard.start();
  write(step(1));
  EXPECT_TRUE(shard.series().empty());
  shard.reload();
  shard.advance(seconds(20));
  EXPECT_EQ(shard.snapshot()->watches.at("toys").read_bytes, step(1).size())
      << "nothing has changed";
  shard.entries[0].formats = {"toy"};
  shard.reload();
  shard.advance(seconds(2));
  EXPECT_EQ(shard.value(kIds), 1);
  write(step(2));
  EXPECT_EQ(shard.value(kIds), 3);
}

TEST_F(Entries, WhatNoFormatKnewIsReadAgainByTheFormatsOfARestart) {
  shard.entries[0].formats = {"megatron-lm"};
  shard.start();
  write(step(1));
  shard.stop();
  shard.start();
  shard.advance(seconds(20));
  EXPECT_EQ(shard.snapshot()->watches.at("toys").read_bytes, 0U) << "nothing has changed";
  shard.stop();
  shard.entries[0].formats = {"toy"};
  shard.start();
  shard.advance(seconds(5));
  EXPECT_EQ(shard.value(kIds), 1);
}

TEST_F(Entries, WhatAFormatKnewIsReadByTheFormatsOfAReloadFromTheNextLineOn) {
  shard.entries[0].formats = {"toy"};
  shard.start();
  write(step(1));
  shard.entries[0].formats = {"toy", "megatron-lm"};
  shard.reload();
  write(step(2));
  EXPECT_EQ(shard.value(kIds), 3);
}

TEST_F(Entries, WhatIsWrittenToAFileThatDoesNotFitCausesNoScan) {
  shard.limits.files = 1;
  shard.fs.append(kPath, step(1));
  shard.start();
  shard.advance(seconds(2));
  shard.append("/logs/b.log", step(1));
  shard.advance(seconds(2));
  ASSERT_EQ(shard.snapshot()->refused.at("files"), 1U);
  base::WallTime scanned = shard.snapshot()->watches.at("toys").last_turn;
  shard.append("/logs/b.log", step(2));
  shard.advance(seconds(2));
  EXPECT_EQ(shard.snapshot()->watches.at("toys").last_turn, scanned);
}

}  // namespace
}  // namespace steptail::pipeline
