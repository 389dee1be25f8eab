#include <gtest/gtest.h>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;

const StallOptions kOptions;

StallClock learned(std::vector<base::Duration> intervals) {
  StallClock clock;
  for (int i = 0; i < 3; ++i) clock.interval(hours(9));  // left out
  for (base::Duration interval : intervals) clock.interval(interval);
  return clock;
}

TEST(Stall, TimeoutInTraining) {
  struct Case {
    const char* name;
    std::vector<base::Duration> intervals;
    StallOptions options;
    base::Duration expected;
  };
  StallOptions lagging;
  lagging.visibility_lag = seconds(60);
  StallOptions tight;
  tight.maximum = seconds(10);
  tight.minimum = seconds(1);
  const Case cases[] = {
      {"two are too few", {seconds(100), seconds(100)}, kOptions, hours(1)},
      {"factor times the slowest",
       {seconds(100), seconds(60), seconds(80)},
       kOptions,
       seconds(500)},
      {"never below the minimum", {seconds(1), seconds(1), seconds(1)}, kOptions, minutes(2)},
      {"never above the maximum", {minutes(20), minutes(20), minutes(20)}, kOptions, hours(1)},
      {"but twice the slowest", {minutes(50), minutes(20), minutes(20)}, kOptions, minutes(100)},
      {"even far above", {seconds(8), seconds(8), seconds(8)}, tight, seconds(16)},
      {"and the lag of the file system",
       {seconds(100), seconds(60), seconds(80)},
       lagging,
       seconds(560)},
      {"no lag before it is known", {seconds(100)}, lagging, hours(1)},
      {"lines that come together are no interval",
       {seconds(100), seconds(0), seconds(0), seconds(-5)},
       kOptions,
       hours(1)},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(test.name);
    EXPECT_EQ(learned(test.intervals).timeout(State::Training, test.options), test.expected);
  }
}

TEST(Stall, OtherStatesHaveBudgets) {
  StallClock clock = learned({seconds(1), seconds(1), seconds(1)});
  EXPECT_EQ(clock.timeout(State::Starting, kOptions), hours(1));
  EXPECT_EQ(clock.timeout(State::Compiling, kOptions), hours(4));
  EXPECT_EQ(clock.timeout(State::Queued, kOptions), std::nullopt);
  EXPECT_EQ(clock.timeout(State::Loading, kOptions), hours(1));
  EXPECT_EQ(clock.timeout(State::Checkpointing, kOptions), minutes(30));
  EXPECT_EQ(clock.timeout(State::Evaluating, kOptions), hours(2));
  EXPECT_EQ(clock.timeout(State::Finished, kOptions), std::nullopt);
  EXPECT_EQ(clock.timeout(State::Failed, kOptions), std::nullopt);
}

TEST(Stall, OnlyTheLastTwentyCount) {
  StallClock clock = learned({hours(5)});
  for (int i = 0; i < 19; ++i) clock.interval(seconds(1));
  EXPECT_EQ(clock.slowest(), hours(5));
  clock.interval(seconds(1));
  EXPECT_EQ(clock.slowest(), seconds(1));
}

TEST(Stall, FirstThreeOfEveryAttemptAreLeftOutAndTheRestKept) {
  StallClock clock = learned({seconds(5), seconds(6), seconds(7)});
  clock.attempt_began();
  for (int i = 0; i < 3; ++i) clock.interval(hours(1));
  EXPECT_EQ(clock.slowest(), seconds(7));
  clock.interval(seconds(9));
  EXPECT_EQ(clock.slowest(), seconds(9));
}

Feed& every(Feed& feed, double from, double to, double apart) {
  for (double i = from; i <= to; ++i) feed.at(i * apart) << step(i);
  return feed;
}

TEST(Stall, ARunStandsStillPastItsTimeout) {
  Feed feed;
  every(feed, 1, 10, 60);
  StallStatus status = feed.run.stall(feed.mono(), kOptions);
  EXPECT_FALSE(status.stalled);
  EXPECT_EQ(status.interval, seconds(60));
  EXPECT_EQ(status.timeout, minutes(5));
  base::MonoTime last = feed.data().last_progress_mono;
  EXPECT_FALSE(feed.run.stall(last + minutes(5), kOptions).stalled);
  EXPECT_TRUE(feed.run.stall(last + minutes(5) + milliseconds(1), kOptions).stalled);
}

TEST(Stall, ChatterAndRepeatsDoNotHelp) {
  Feed feed;
  every(feed, 1, 10, 60);
  feed.at(3600) << step(10) << line();
  EXPECT_TRUE(feed.run.stall(feed.mono(), kOptions).stalled);
  feed.at(3700) << step(11);
  EXPECT_FALSE(feed.run.stall(feed.mono(), kOptions).stalled);
}

TEST(Stall, AnEndedRunNeverStalls) {
  Feed feed;
  every(feed, 1, 10, 60) << happens(Event::Finished);
  StallStatus status = feed.run.stall(feed.mono() + hours(1000), kOptions);
  EXPECT_FALSE(status.stalled);
  EXPECT_EQ(status.timeout, std::nullopt);
}

TEST(Stall, ARunThatNeverTrainedHasTheBudgetOfStarting) {
  Feed feed;
  feed << line();
  EXPECT_FALSE(feed.run.stall(feed.mono() + minutes(59), kOptions).stalled);
  EXPECT_TRUE(feed.run.stall(feed.mono() + minutes(61), kOptions).stalled);
}

TEST(Stall, IntervalsAcrossOtherStatesAreNotLearned) {
  Feed feed;
  every(feed, 1, 10, 10);
  feed.at(110) << begins(State::Evaluating);
  feed.at(5000) << happens(Event::EvaluationDone);
  feed.at(5001) << step(11);
  EXPECT_EQ(feed.run.stall(feed.mono(), kOptions).interval, seconds(10));
  feed.at(5031) << step(12);
  EXPECT_EQ(feed.run.stall(feed.mono(), kOptions).interval, seconds(30));
}

TEST(Stall, IntervalsAcrossAttemptsAreNotLearned) {
  Feed feed;
  every(feed, 1, 10, 10);
  feed.at(9000) << step(5);
  for (double i : {1, 2, 3}) feed.at(9000 + i * 100) << step(5 + i);
  EXPECT_EQ(feed.run.stall(feed.mono(), kOptions).interval, seconds(10));
}

TEST(Stall, BacklogIsLearnedFromItsDates) {
  Feed feed;
  feed.backlog().dated();
  every(feed, 1, 10, 45);
  EXPECT_EQ(feed.run.stall(feed.mono(), kOptions).interval, seconds(45));
}

TEST(Stall, BacklogWithoutDatesIsLearnedFromItsTimes) {
  Feed feed;
  feed.backlog();
  for (double i = 1; i <= 10; ++i) feed.at(i) << std::move(step(i * 5).took(3));
  EXPECT_EQ(feed.run.stall(feed.mono(), kOptions).interval, seconds(15));
}

TEST(Stall, BacklogWithNeitherTeachesNothing) {
  Feed feed;
  feed.backlog();
  every(feed, 1, 10, 45);
  EXPECT_EQ(feed.run.stall(feed.mono(), kOptions).interval, std::nullopt);
}

}  // namespace
}  // namespace steptail::run
