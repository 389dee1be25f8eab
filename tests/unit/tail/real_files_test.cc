// The follower over real files: what fakes only claim about birth times, inodes and listings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "base/posix_file_system.h"
#include "support/follower_log.h"
#include "support/temp_dir.h"
#include "tail/follower.h"

namespace steptail::tail {
namespace {

using namespace std::chrono_literals;

class RealFiles : public ::testing::Test {
 protected:
  RealFiles() { start({}); }
  void start(std::vector<FilePosition> positions) {
    follower_ = std::make_unique<Follower>(fs_, dir_.at("log"), log_, Follower::Options{});
    follower_->resume(std::move(positions));
  }
  void restart() {
    auto positions = follower_->positions();
    log_ = support::FollowerLog();
    start(std::move(positions));
  }
  std::string pump() {
    now_ += 1s;
    while (follower_->pump(1 << 16, now_).more) {
    }
    return log_.take_lines();
  }
  void move(const std::string& from, const std::string& to) {
    std::filesystem::rename(dir_.at(from), dir_.at(to));
  }
  // log.1 -> log.2 -> ..., log -> log.1
  void rotate() {
    int last = 1;
    while (std::filesystem::exists(dir_.at("log." + std::to_string(last)))) ++last;
    for (int i = last; i > 1; --i) {
      move("log." + std::to_string(i - 1), "log." + std::to_string(i));
    }
    move("log", "log.1");
  }
  void copytruncate(const std::string& to) {
    std::filesystem::copy_file(dir_.at("log"), dir_.at(to));
    std::filesystem::resize_file(dir_.at("log"), 0);
  }

  support::TempDir dir_;
  base::PosixFileSystem fs_;
  support::FollowerLog log_;
  std::unique_ptr<Follower> follower_;
  base::MonoTime now_{100s};
};

TEST_F(RealFiles, RotatesByRename) {
  dir_.append("log", "1\n");
  EXPECT_EQ("1\n", pump());
  dir_.append("log", "2\n");
  rotate();
  dir_.append("log", "3\n");
  EXPECT_EQ("2\n3\n", pump());
  dir_.append("log.1", "late\n");
  EXPECT_EQ("late\n", pump());
}

TEST_F(RealFiles, ReadsNoRotatedFileThatWasThereBefore) {
  dir_.append("log.1", "old\n");
  dir_.append("log", "1\n");
  EXPECT_EQ("1\n", pump());
  rotate();
  dir_.append("log", "2\n");
  EXPECT_EQ("2\n", pump());
}

TEST_F(RealFiles, FollowsRotationsThatAreFasterThanItLooks) {
  std::string written = "0\n";
  dir_.append("log", written);
  auto told = pump();
  for (int i = 1; i <= 60; ++i) {
    rotate();
    auto line = std::to_string(i) + "\n";
    dir_.append("log", line);
    written += line;
    if (i % 7 == 0) told += pump();
  }
  EXPECT_EQ(written, told + pump());
}

TEST_F(RealFiles, FollowsRotationsWhileItIsDown) {
  dir_.append("log", "1\n");
  pump();
  dir_.append("log", "2\n");
  rotate();
  dir_.append("log", "3\n");
  rotate();
  dir_.append("log", "4\n");
  restart();
  EXPECT_EQ("2\n3\n4\n", pump());
}

TEST_F(RealFiles, ReadsTheCopyOfATruncatedFile) {
  dir_.append("log", "1\n");
  pump();
  dir_.append("log", "2\n");
  copytruncate("log.1");
  dir_.append("log", "3\n");
  EXPECT_EQ("2\n3\n", pump());
}

TEST_F(RealFiles, SeesAFileThatGrewBackToItsSize) {
  dir_.append("log", "1\n");
  pump();
  dir_.write("log", "2\n");
  EXPECT_EQ("2\n", pump());
}

TEST_F(RealFiles, DrainsADeletedFileAndReadsTheNewOne) {
  dir_.append("log", "1\n");
  pump();
  dir_.append("log", "2\n");
  std::filesystem::remove(dir_.at("log"));
  dir_.append("log", "3\n");
  EXPECT_EQ("2\n3\n", pump());
  pump();
  pump();
  EXPECT_EQ(1U, follower_->positions().size());
}

TEST_F(RealFiles, DoesNotTakeAReusedInodeForTheOldFile) {
  for (std::size_t i = 0; i < 20; ++i) {
    auto text = std::to_string(i) + " and some more " + std::string(i, '.') + "\n";
    dir_.write("log", text);
    auto told = pump();  // a file that vanished while it was closed is looked for twice
    EXPECT_EQ(text, told + pump());
    follower_->release();
    std::filesystem::remove(dir_.at("log"));
  }
}

TEST_F(RealFiles, PassesOverAHole) {
  constexpr std::size_t kSize = std::size_t{16} << 20U;
  dir_.append("log", "a\n");
  EXPECT_EQ("a\n", pump());
  std::filesystem::resize_file(dir_.at("log"), kSize);
  dir_.append("log", "b\n");
  EXPECT_EQ(std::string(kSize - 2, '\0') + "b\n", pump());
  EXPECT_THAT(log_.take_events(), testing::Contains(testing::StartsWith("hole of ")));
  dir_.append("log", "c\n");
  EXPECT_EQ("c\n", pump());
}

TEST_F(RealFiles, FollowsASymlinkThatIsSwapped) {
  dir_.append("run1", "1\n");
  dir_.append("run2", "2\n");
  std::filesystem::create_symlink("run1", dir_.at("log"));
  EXPECT_EQ("1\n", pump());
  std::filesystem::create_symlink("run2", dir_.at("new"));
  move("new", "log");
  EXPECT_EQ("2\n", pump());
}

}  // namespace
}  // namespace steptail::tail
