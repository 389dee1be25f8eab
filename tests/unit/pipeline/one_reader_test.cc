// Rotated files that match their own pattern, and everything else that could make two readers of
// one file, or read a file again.
#include <gtest/gtest.h>

#include "support/toy_shard.h"

namespace steptail::pipeline {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using support::ToyShard;

constexpr const char* kPath = "/logs/a.log";

class OneReaderTest : public ::testing::Test {
 protected:
  // Lines whose ids add up to what must come out, however they are told.
  std::string steps(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      ++last_;
      sum_ += last_;
      text += "step=" + std::to_string(last_) + " loss=2.5 id=" + std::to_string(last_) + "\n";
    }
    return text;
  }
  void append(const std::string& path, int count) {
    shard.advance(seconds(1));
    shard.fs.set_time(shard.loop.wall());
    shard.fs.append(path, steps(count));
    touch(path);
  }
  void touch(const std::string& path) {
    if (!down_) shard.watcher.touch(path);
    shard.loop.run_ready();
  }
  void rotate() {
    shard.advance(seconds(1));
    for (int i = rotated_; i > 0; --i) move(rotated(i), rotated(i + 1));
    move(kPath, rotated(1));
    ++rotated_;
  }
  void move(const std::string& from, const std::string& to) {
    shard.fs.set_time(shard.loop.wall());
    shard.fs.move(from, to);
    touch(from);
    touch(to);
  }
  void unlink(const std::string& path) {
    shard.fs.set_time(shard.loop.wall());
    shard.fs.unlink(path);
    touch(path);
  }
  static std::string rotated(int number) {
    return std::string(kPath) + "." + std::to_string(number);
  }
  void restart() {
    shard.stop();
    shard.start();
  }
  void expect_exact(base::Duration after = seconds(12)) {
    shard.advance(after);
    EXPECT_EQ(sum_, shard.value("training_counted_total{key=\"ids\",run=\"a\"}").value_or(0));
  }

  ToyShard shard{{"/logs/{run}.log*"}};
  int last_ = 0;
  int sum_ = 0;
  int rotated_ = 0;
  bool down_ = false;
};

TEST_F(OneReaderTest, ReadsARotatedFileUnderOneName) {
  append(kPath, 3);
  shard.start();
  append(kPath, 3);
  rotate();
  append(kPath, 3);
  rotate();
  append(kPath, 3);
  expect_exact();
}

TEST_F(OneReaderTest, KnowsItsRotatedFilesAfterARestart) {
  append(kPath, 3);
  shard.start();
  expect_exact();
  rotate();
  append(kPath, 3);
  expect_exact(seconds(30));
  restart();
  expect_exact(seconds(30));
  restart();
  append(kPath, 3);
  expect_exact(minutes(12));
  restart();
  expect_exact();
}

TEST_F(OneReaderTest, KnowsWhatWasRotatedWhileItWasDown) {
  append(kPath, 3);
  shard.start();
  expect_exact();
  shard.stop();
  down_ = true;
  append(kPath, 3);
  rotate();
  append(kPath, 3);
  rotate();
  down_ = false;
  shard.start();
  expect_exact();
  append(kPath, 3);
  expect_exact();
}

TEST_F(OneReaderTest, KnowsHundredsOfRotationsThoughItIsKilledAtOnce) {
  append(kPath, 3);
  shard.start();
  expect_exact();
  shard.crash();
  down_ = true;
  for (int i = 0; i < 300; ++i) {
    append(kPath, 1);
    move(kPath, std::string(kPath) + "-" + std::to_string(20240000 + i));
  }
  append(kPath, 1);
  down_ = false;
  for (int i = 0; i < 3; ++i) {
    shard.start();
    shard.advance(std::chrono::milliseconds(150 * i));
    shard.crash();
  }
  shard.start();
  expect_exact();
}

TEST_F(OneReaderTest, RemembersWhatItReadWhenTheFollowedFileIsGone) {
  append(kPath, 3);
  shard.start();
  expect_exact();
  rotate();
  append(kPath, 3);
  expect_exact();
  unlink(kPath);
  expect_exact(minutes(12));
  restart();
  expect_exact();
  append(kPath, 3);
  expect_exact();
}

TEST_F(OneReaderTest, ReadsOnlyWhatIsNewInAFileThatItHadLeft) {
  append(kPath, 3);
  shard.start();
  rotate();
  append(kPath, 3);
  expect_exact(minutes(12));
  append(rotated(1), 3);
  expect_exact(seconds(30));
  restart();
  append(rotated(1), 3);
  expect_exact(seconds(30));
}

// Its directory is as empty as one whose mount is not up yet.
TEST_F(OneReaderTest, KnowsAFileWhoseDirectoryWasRenamedWhileItWasDown) {
  shard.entries.front().paths = {"/logs/*/{run}.log"};
  append("/logs/old/a.log", 5);
  shard.start();
  expect_exact();
  shard.stop();
  down_ = true;
  move("/logs/old/a.log", "/logs/new/a.log");
  append("/logs/new/a.log", 2);
  down_ = false;
  shard.start();
  expect_exact();
  append("/logs/new/a.log", 2);
  expect_exact();
}

TEST_F(OneReaderTest, LetsFilesThatMatchWanderThroughEachOthersNames) {
  append(rotated(1), 3);
  ++rotated_;
  append(kPath, 3);
  shard.start();
  expect_exact();
  for (int i = 0; i < 3; ++i) {
    append(kPath, 2);
    rotate();
    append(kPath, 2);
    expect_exact(i == 1 ? minutes(12) : base::Duration(seconds(3)));
  }
  restart();
  rotate();
  append(kPath, 3);
  expect_exact();
}

TEST_F(OneReaderTest, ReadsNoCopyThatWasMadeForTruncation) {
  append(kPath, 3);
  shard.start();
  expect_exact();
  append(kPath, 3);
  shard.fs.set_time(shard.loop.wall());
  shard.fs.copy(kPath, rotated(1));
  shard.watcher.touch(rotated(1));
  shard.advance(seconds(3));
  shard.fs.set_time(shard.loop.wall());
  shard.fs.truncate(kPath, 0);
  shard.watcher.touch(kPath);
  append(kPath, 3);
  expect_exact(seconds(30));
  restart();
  expect_exact();
}

TEST_F(OneReaderTest, ReadsNoCopyOfARotatedFileThatHasNotEnded) {
  append(kPath, 3);
  shard.start();
  append(kPath, 3);
  rotate();
  append(kPath, 3);
  shard.fs.set_time(shard.loop.wall());
  shard.fs.copy(rotated(1), "/logs/a.log.1.bak");
  touch("/logs/a.log.1.bak");
  expect_exact(minutes(12));
  restart();
  expect_exact();
}

TEST_F(OneReaderTest, ReadsNoCopyUnderTheNameOfARotatedFileThatItFollows) {
  append(rotated(1), 3);
  append(kPath, 3);
  shard.start();
  expect_exact();
  move(rotated(1), rotated(2));
  shard.fs.copy(kPath, rotated(1));
  touch(rotated(1));
  expect_exact(seconds(3));
  shard.fs.truncate(kPath, 0);
  append(kPath, 3);
  expect_exact(seconds(30));
  restart();
  expect_exact();
}

TEST_F(OneReaderTest, WaitsUntilACopyIsWholeBeforeItJudgesIt) {
  append(kPath, 3);
  shard.start();
  append(kPath, 3);
  expect_exact();
  auto whole = shard.fs.bytes(kPath);
  shard.append(rotated(1), whole.substr(0, whole.size() / 2));
  shard.advance(seconds(15));
  shard.append(rotated(1), whole.substr(whole.size() / 2));
  expect_exact();
  shard.fs.truncate(kPath, 0);
  append(kPath, 3);
  expect_exact(seconds(30));
}

TEST_F(OneReaderTest, TakesACompressedFileForNoLog) {
  append(kPath, 3);
  shard.start();
  shard.append(rotated(2),
               std::string("\x1f\x8b\x08\x00", 4) + steps(0) + "step=900 loss=1 id=900\n");
  expect_exact();
  EXPECT_EQ(1U, shard.snapshot()->watches.at("toys").files.at("skipped"));
  restart();
  shard.append(rotated(2), "step=901 loss=1 id=901\n");
  expect_exact();
}

TEST_F(OneReaderTest, ListsADirectoryAgainThatWasMadeAnew) {
  shard.entries[0].paths = {"/logs/*/{run}.log"};
  append("/logs/deep/a.log", 3);
  shard.start();
  expect_exact();
  shard.fs.unlink_tree("/logs/deep");
  shard.watcher.unwatch("/logs/deep");
  shard.watcher.touch("/logs/deep");
  shard.advance(seconds(1));
  append("/logs/deep/a.log", 3);
  shard.watcher.touch("/logs/deep");
  expect_exact(seconds(3));
  append("/logs/deep/a.log", 3);
  expect_exact(seconds(2));
}

TEST_F(OneReaderTest, UnwatchesDirectoriesThatAreGone) {
  shard.entries[0].paths = {"/logs/*/{run}.log"};
  append("/logs/deep/a.log", 3);
  shard.start();
  EXPECT_TRUE(shard.watcher.directories().contains("/logs/deep"));
  shard.fs.unlink_tree("/logs/deep");
  shard.advance(seconds(25));
  EXPECT_FALSE(shard.watcher.directories().contains("/logs/deep"));
}

TEST_F(OneReaderTest, PollsNothingThatIsNeverToBePolled) {
  shard.entries[0].poll = config::PollMode::Never;
  shard.watcher.refuse("/logs", std::errc::no_space_on_device);
  append(kPath, 3);
  shard.start();
  expect_exact();
  append(kPath, 3);
  shard.advance(seconds(4));
  EXPECT_LT(shard.value("training_counted_total{key=\"ids\",run=\"a\"}"), sum_);
  expect_exact(seconds(12));  // the next scan
}

}  // namespace
}  // namespace steptail::pipeline
