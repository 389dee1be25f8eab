// A log that was rotated to a name that no pattern matches, and a writer that has not noticed.
#include <gtest/gtest.h>

#include <string>

#include "support/toy_shard.h"

namespace steptail::pipeline {
namespace {

using std::chrono::seconds;

class RotatedUnmatchedTest : public ::testing::Test {
 protected:
  RotatedUnmatchedTest() {
    shard.limits.open_files = 2;
    shard.start();
    write("/logs/a.log");
    move("/logs/a.log", "/logs/a.log.1");
    write("/logs/a.log");
    shard.advance(seconds(15));
  }
  std::string line() {
    sum_ += ++last_;
    return "step=" + std::to_string(last_) + " loss=2.5 id=" + std::to_string(last_) + "\n";
  }
  void write(const std::string& path) {
    shard.fs.set_time(shard.loop.wall());
    shard.append(path, line());
    shard.advance(seconds(1));
  }
  void write_while_down(const std::string& path) {
    shard.fs.set_time(shard.loop.wall());
    shard.fs.append(path, line());
  }
  void move(const std::string& from, const std::string& to) {
    shard.fs.set_time(shard.loop.wall());
    shard.fs.move(from, to);
    shard.watcher.touch(from);
    shard.advance(seconds(1));
  }
  void expect_exact() {
    shard.advance(seconds(12));
    EXPECT_EQ(sum_, shard.value("training_counted_total{key=\"ids\",run=\"a\"}").value_or(0));
  }
  support::ToyShard shard{{"/logs/{run}.log"}};

 private:
  int last_ = 0;
  int sum_ = 0;
};

TEST_F(RotatedUnmatchedTest, HasItsLateLinesCounted) {
  write("/logs/a.log.1");
  expect_exact();
}

TEST_F(RotatedUnmatchedTest, IsOneRotationHoweverOftenItsWriterAddsToIt) {
  for (int i = 0; i < 3; ++i) {
    const auto watch = shard.snapshot()->watches.at("toys");
    EXPECT_EQ(1U, watch.rotations);
    EXPECT_EQ(1U, watch.file_restarts.at("rotated"));
    write("/logs/a.log.1");
    expect_exact();
  }
}

TEST_F(RotatedUnmatchedTest, HasThemCountedWhereDescriptorsAreScarce) {
  for (const char* path : {"/logs/b.log", "/logs/c.log", "/logs/d.log"}) {
    shard.append(path, "step=1 loss=2.5 id=1\n");
    shard.advance(seconds(1));
  }
  shard.advance(seconds(15));
  EXPECT_LE(shard.fs.open_files(), 2U);
  write("/logs/a.log.1");
  expect_exact();
}

TEST_F(RotatedUnmatchedTest, HasThemCountedAfterARestart) {
  shard.stop();
  write_while_down("/logs/a.log.1");
  shard.start();
  expect_exact();
  write("/logs/a.log.1");
  expect_exact();
}

TEST_F(RotatedUnmatchedTest, HasThemCountedOnceAfterACrash) {
  write("/logs/a.log.1");
  shard.crash();
  write_while_down("/logs/a.log.1");
  shard.start();
  expect_exact();
  write("/logs/a.log");
  expect_exact();
}

}  // namespace
}  // namespace steptail::pipeline
