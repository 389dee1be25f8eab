// What only a checkpoint knew, and what a damaged one takes with it.
#include "pipeline/forgotten.h"

#include <gtest/gtest.h>

#include "support/toy_shard.h"

namespace steptail::pipeline {
namespace {

using std::chrono::seconds;
using support::ToyShard;

std::string step(int number) {
  return "step=" + std::to_string(number) + " loss=2.5 id=" + std::to_string(number) + "\n";
}

class ForgottenTest : public ::testing::Test {
 protected:
  ForgottenTest() {
    shard.start();
    shard.append("/logs/a.log", "a word before\n");
    shard.append("/logs/a.log", step(1) + step(2));
    shard.advance(seconds(3));
    shard.fs.move("/logs/a.log", "/logs/a.log.1");
    shard.append("/logs/a.log", step(3));
    shard.advance(seconds(12));
  }
  void damage() {
    for (const std::string path : {"/state/shard", "/state/shard.old"}) {
      shard.fs.overwrite(path, shard.fs.bytes(path).size() - 2, "??");
    }
  }
  std::map<std::string, std::uint64_t> lost() {
    return shard.snapshot()->watches.at("toys").lost_bytes;
  }
  void start_again() {
    shard.start();
    shard.advance(seconds(3));
  }
  ToyShard shard{{"/logs/{run}.log"}};
};

TEST_F(ForgottenTest, WhatIsOnNoDiskAnyMoreIsCountedWhenTheCheckpointIsDamaged) {
  const std::uint64_t rotated = shard.fs.bytes("/logs/a.log.1").size();
  shard.fs.unlink("/logs/a.log.1");
  shard.stop();
  damage();
  start_again();
  EXPECT_EQ(lost(), (std::map<std::string, std::uint64_t>{{"checkpoint", rotated}}));
  shard.advance(seconds(60));
  EXPECT_EQ(lost().at("checkpoint"), rotated);
}

TEST_F(ForgottenTest, NothingIsLostWhileTheBytesAreStillThere) {
  shard.stop();
  const std::string rest = shard.fs.bytes("/logs/a.log");
  shard.fs.move("/logs/a.log.1", "/logs/a.log");
  shard.fs.append("/logs/a.log", rest);
  damage();
  start_again();
  EXPECT_TRUE(lost().empty());
}

TEST_F(ForgottenTest, NothingIsLostWithAGoodCheckpoint) {
  shard.fs.unlink("/logs/a.log.1");
  shard.stop();
  start_again();
  EXPECT_TRUE(lost().empty());
}

}  // namespace
}  // namespace steptail::pipeline
