#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "support/daemon_process.h"
#include "support/eventually.h"

// A restart of the daemon neither forgets that a run stands still nor makes one seem to.

namespace steptail {
namespace {

using std::chrono::milliseconds;

constexpr const char* kFormat = R"(format: toy
title: A trainer for tests
rules:
  - name: step
    when: "toy step="
    progress: true
    fields:
      iteration: {after: "step="}
samples:
  - {line: "toy step=7", rule: step, expect: {iteration: 7}}
  - {line: "a step forward", rule: none}
)";
constexpr const char* kProgress = "training_last_progress_timestamp_seconds";
const support::SampleLabels kRun{{"run", "a"}};

class StalledRestart : public ::testing::Test {
 protected:
  void SetUp() override {
    home.write("formats/toy.yaml", kFormat);
    home.write("steptail.yaml",
               "formats: {directories: [" + home.at("formats") +
                   "]}\nwatch:\n  - name: toys\n    paths: ['" + home.at("logs/{run}.log") +
                   "']\n    stall: {factor: 10, minimum: 2500ms, maximum: 2500ms}\n");
    home.write("logs/a.log", "");
  }
  bool serve() {
    return daemon.serve(
        {"--config.file", home.at("steptail.yaml"), "--storage.path", home.at("state")});
  }
  void step() { home.append("logs/a.log", "toy step=" + std::to_string(++steps) + "\n"); }
  // A pace that is known: three intervals after the three that are left out.
  void train() {
    for (int i = 0; i < 9; ++i) {
      step();
      ASSERT_TRUE(daemon.reaches("training_iteration", kRun, steps));
    }
    ASSERT_TRUE(support::eventually(support_deadline, [&] {
      auto page = daemon.scrape();
      return page && page->value("training_progress_interval_seconds", kRun).has_value();
    }));
  }
  void end(int signal) {
    daemon.signal(signal);
    ASSERT_TRUE(daemon.wait_exit().has_value());
  }
  // The first page on which the run is.
  support::Exposition first_page() {
    support::Exposition first;
    EXPECT_TRUE(support::eventually(support_deadline, [&] {
      auto page = daemon.scrape();
      if (!page || page->find("training_stalled", kRun).empty()) return false;
      first = *page;
      return true;
    }));
    return first;
  }

  static constexpr milliseconds support_deadline{20'000};
  support::TempDir home;
  support::DaemonProcess daemon;
  int steps = 0;
};

TEST_F(StalledRestart, AStalledRunIsStalledAtOnceWithItsOldTimeOfProgress) {
  ASSERT_TRUE(serve()) << daemon.log();
  train();
  ASSERT_TRUE(daemon.reaches("training_stalled", kRun, 1)) << daemon.log();
  const auto before = daemon.scrape()->value(kProgress, kRun);
  for (int signal : {SIGTERM, SIGKILL}) {
    end(signal);
    ASSERT_TRUE(serve()) << daemon.log();
    const support::Exposition page = first_page();
    EXPECT_EQ(page.value("training_stalled", kRun), 1);
    EXPECT_EQ(page.value(kProgress, kRun), before);
    EXPECT_EQ(page.value("training_state", {{"run", "a"}, {"state", "training"}}), 1);
  }
  step();
  EXPECT_TRUE(daemon.reaches("training_stalled", kRun, 0));
}

TEST_F(StalledRestart, ARunThatStoodStillWhileTheDaemonWasDownIsStalledAtOnce) {
  ASSERT_TRUE(serve()) << daemon.log();
  train();
  const auto before = daemon.scrape()->value(kProgress, kRun);
  end(SIGKILL);
  // The page of a second daemon tells when the time is over; it knows nothing of the first.
  support::DaemonProcess other;
  ASSERT_TRUE(other.serve({"--config.file", home.at("steptail.yaml")}));
  ASSERT_TRUE(support::eventually(support_deadline, [&] {
    auto page = other.scrape();
    auto now = page ? page->value("steptail_snapshot_timestamp_seconds") : std::nullopt;
    return now && *now > *before + 3;
  }));
  ASSERT_TRUE(serve()) << daemon.log();
  const support::Exposition page = first_page();
  EXPECT_EQ(page.value("training_stalled", kRun), 1);
  EXPECT_EQ(page.value(kProgress, kRun), before);
}

TEST_F(StalledRestart, AHealthyRunDoesNotFlap) {
  ASSERT_TRUE(serve()) << daemon.log();
  train();
  std::atomic<bool> over = false;
  std::thread trainer([&] {
    while (!over) {
      step();
      support::eventually(milliseconds(100), [&] { return over.load(); });
    }
  });
  int pages = 0;
  for (int signal : {SIGTERM, SIGKILL, SIGKILL}) {
    end(signal);
    // Down for longer than the timeout, while the run goes on.
    support::eventually(milliseconds(3000), [] { return false; });
    EXPECT_TRUE(serve()) << daemon.log();
    support::eventually(milliseconds(2500), [&] {
      auto page = daemon.scrape();
      if (!page || page->find("training_stalled", kRun).empty()) return false;
      ++pages;
      EXPECT_EQ(page->value("training_stalled", kRun), 0) << "page " << pages;
      EXPECT_EQ(page->value("training_state", {{"run", "a"}, {"state", "training"}}), 1);
      return ::testing::Test::HasFailure();
    });
  }
  over = true;
  trainer.join();
  EXPECT_GT(pages, 30);
}

}  // namespace
}  // namespace steptail
