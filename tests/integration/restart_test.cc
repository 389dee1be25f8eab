#include <gtest/gtest.h>

#include <random>

#include "support/daemon_process.h"
#include "support/eventually.h"

// Stopping and killing the daemon loses nothing and counts nothing twice.

namespace steptail {
namespace {

constexpr const char* kFormat = R"(format: toy
title: A trainer for tests
rules:
  - name: step
    when: "toy step="
    progress: true
    fields:
      iteration: {after: "step="}
      value:
        - {after: "id=", key: ids, sum: true}
        - {after: "square=", key: squares, sum: true}
        - {after: "one=", key: lines, sum: true}
samples:
  - {line: "toy step=7 id=7 square=49 one=1", rule: step, expect: {iteration: 7}}
  - {line: "a step forward", rule: none}
)";

std::string step(int i) {
  return "toy step=" + std::to_string(i) + " id=" + std::to_string(i) +
         " square=" + std::to_string(i * i) + " one=1\n";
}

class Restart : public ::testing::Test {
 protected:
  void SetUp() override {
    home.write("formats/toy.yaml", kFormat);
    home.write("steptail.yaml", "formats: {directories: [" + home.at("formats") +
                                    "]}\nwatch:\n  - name: toys\n    paths: ['" +
                                    home.at("logs/{run}.log") + "']\n");
    home.write("logs/a.log", "");
  }
  bool serve() {
    return daemon.serve(
        {"--config.file", home.at("steptail.yaml"), "--storage.path", home.at("state")});
  }
  void write_steps(int count) {
    for (int i = 0; i < count; ++i) home.append("logs/a.log", step(++written));
  }
  bool exact() {
    double n = written;
    return daemon.reaches("training_counted_total", {{"run", "a"}, {"key", "lines"}}, n) &&
           daemon.reaches("training_counted_total", {{"run", "a"}, {"key", "ids"}},
                          n * (n + 1) / 2) &&
           daemon.reaches("training_counted_total", {{"run", "a"}, {"key", "squares"}},
                          n * (n + 1) * (2 * n + 1) / 6);
  }
  support::TempDir home;
  support::DaemonProcess daemon;
  int written = 0;
};

TEST_F(Restart, InOrder) {
  ASSERT_TRUE(serve()) << daemon.log();
  write_steps(10);
  ASSERT_TRUE(exact());
  daemon.signal(SIGTERM);
  ASSERT_EQ(daemon.wait_exit(), 0);
  write_steps(10);
  ASSERT_TRUE(serve());
  EXPECT_TRUE(exact());
}

TEST_F(Restart, KilledAnywhere) {
  std::mt19937 random(3);
  for (int round = 0; round < 8; ++round) {
    ASSERT_TRUE(serve()) << daemon.log();
    write_steps(static_cast<int>(1 + random() % 40));
    if (random() % 2 == 0) {
      static_cast<void>(daemon.reaches("training_iteration", {{"run", "a"}}, written, 2));
    }
    daemon.signal(SIGKILL);
    ASSERT_EQ(daemon.wait_exit(), -SIGKILL);
    write_steps(static_cast<int>(random() % 5));
  }
  ASSERT_TRUE(serve()) << daemon.log();
  EXPECT_TRUE(exact());
}

TEST_F(Restart, ASecondDaemonOnTheSameStorageIsRefused) {
  ASSERT_TRUE(serve());
  support::DaemonProcess second;
  EXPECT_FALSE(second.serve(
      {"--config.file", home.at("steptail.yaml"), "--storage.path", home.at("state")}));
}

TEST_F(Restart, ADamagedStateIsNoReasonNotToStart) {
  ASSERT_TRUE(serve());
  write_steps(5);
  ASSERT_TRUE(exact());
  daemon.signal(SIGTERM);
  ASSERT_EQ(daemon.wait_exit(), 0);
  home.write("state/shard-local.checkpoint", "nonsense");
  home.write("state/shard-local.checkpoint.old", "");
  write_steps(5);
  ASSERT_TRUE(serve()) << daemon.log();
  EXPECT_TRUE(exact());
}

}  // namespace
}  // namespace steptail
