#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "support/daemon_process.h"
#include "support/eventually.h"

// Ordinary life of log files under a real daemon.

namespace steptail {
namespace {

namespace stdfs = std::filesystem;

std::string step(int iteration) {
  return " iteration " + std::to_string(iteration) +
         "/ 1000 | elapsed time per iteration (ms): 100.0 | lm loss: 2.500000E+00 |\n";
}

class Following : public ::testing::Test {
 protected:
  void SetUp() override {
    logs.write("runs/a/train.log", "training ...\n" + step(1));
    ASSERT_TRUE(daemon.serve({logs.at("runs/{run}/*.log")})) << daemon.log();
    ASSERT_TRUE(daemon.wait_ready());
    ASSERT_TRUE(iteration("a", 1));
  }
  bool iteration(const std::string& run, double value) {
    return daemon.reaches("training_iteration", {{"run", run}}, value);
  }
  support::TempDir logs;
  support::DaemonProcess daemon;
};

TEST_F(Following, Appends) {
  logs.append("runs/a/train.log", step(2));
  EXPECT_TRUE(iteration("a", 2));
}

TEST_F(Following, PiecesOfALine) {
  std::string line = step(3);
  logs.append("runs/a/train.log", line.substr(0, 20));
  logs.append("runs/a/train.log", line.substr(20));
  EXPECT_TRUE(iteration("a", 3));
}

TEST_F(Following, NewFilesAndDirectories) {
  logs.write("runs/b/train.log", step(7));
  EXPECT_TRUE(iteration("b", 7));
}

TEST_F(Following, RotationByRename) {
  logs.append("runs/a/train.log", step(2));
  stdfs::rename(logs.at("runs/a/train.log"), logs.at("runs/a/train.log.1"));
  logs.write("runs/a/train.log", step(3));
  EXPECT_TRUE(iteration("a", 3));
}

TEST_F(Following, Copytruncate) {
  stdfs::copy_file(logs.at("runs/a/train.log"), logs.at("runs/a/train.log.1"));
  stdfs::resize_file(logs.at("runs/a/train.log"), 0);
  logs.append("runs/a/train.log", step(2));
  EXPECT_TRUE(iteration("a", 2));
}

TEST_F(Following, DeletionAndANewFile) {
  stdfs::remove(logs.at("runs/a/train.log"));
  logs.write("runs/a/train.log", step(4));
  EXPECT_TRUE(iteration("a", 4));
}

TEST_F(Following, ASymlinkThatMovesOn) {
  logs.write("data/one.txt", step(1));
  logs.write("data/two.txt", step(2));
  stdfs::create_directory(logs.at("runs/c"));
  stdfs::create_symlink(logs.at("data/one.txt"), logs.at("runs/c/current.log"));
  ASSERT_TRUE(iteration("c", 1));
  stdfs::create_symlink(logs.at("data/two.txt"), logs.at("runs/c/next"));
  stdfs::rename(logs.at("runs/c/next"), logs.at("runs/c/current.log"));
  EXPECT_TRUE(daemon.reaches("training_iteration", {{"run", "c"}}, 2, 15));
}

TEST_F(Following, AProgressBarOfCarriageReturns) {
  logs.append("runs/a/train.log", "\r 10%|#   | 1/10\r 20%|##  | 2/10\r" + step(5));
  EXPECT_TRUE(iteration("a", 5));
}

TEST_F(Following, StopsCleanlyOnSigterm) {
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait_exit(), 0);
}

}  // namespace
}  // namespace steptail
