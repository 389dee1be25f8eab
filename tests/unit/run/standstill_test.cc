#include <gtest/gtest.h>

#include "unit/run/record_maker.h"

// What counts as progress, and how long a run may be without it, through whole runs.

namespace steptail::run {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

const StallOptions kOptions;

// Steps 10, 20, ... a minute apart, as many as `count`; the pace is known after seven.
void train(Feed& feed, int count, double from = 0, double start = 0) {
  for (int i = 1; i <= count; ++i) feed.at(start + i * 60.0) << step(from + i * 10);
}

bool stalled_after(const Feed& feed, base::Duration silence,
                   const StallOptions& options = kOptions) {
  return feed.run.stall(feed.data().last_progress_mono + silence, options).stalled;
}

TEST(Standstill, EveryStateHasItsOwnBudgetFromTheTimeItBegan) {
  struct Case {
    State state;
    std::optional<base::Duration> budget;
  };
  const Case cases[] = {
      {State::Starting, hours(1)},         {State::Compiling, hours(4)},
      {State::Queued, std::nullopt},       {State::Loading, hours(1)},
      {State::Checkpointing, minutes(30)}, {State::Evaluating, hours(2)},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(format::state_name(test.state));
    Feed feed;
    train(feed, 10);
    feed.at(640) << begins(test.state);
    EXPECT_EQ(base::to_seconds(*feed.data().last_progress), 1'700'000'640);
    EXPECT_EQ(feed.run.stall(feed.mono(), kOptions).timeout, test.budget);
    const base::Duration budget = test.budget.value_or(hours(10'000));
    EXPECT_FALSE(stalled_after(feed, budget));
    EXPECT_EQ(stalled_after(feed, budget + seconds(1)), test.budget.has_value());
  }
}

TEST(Standstill, ASaveThatIsOverLeavesTheTimeoutOfTraining) {
  Feed feed;
  train(feed, 10);
  feed.at(610) << begins(State::Checkpointing);
  feed.at(1500) << happens(Event::CheckpointSaved);
  EXPECT_FALSE(stalled_after(feed, minutes(5)));
  EXPECT_TRUE(stalled_after(feed, minutes(6)));
}

TEST(Standstill, ASaveOfADeadAttemptDoesNotLastIntoTheNext) {
  Feed feed;
  train(feed, 10);
  feed.at(610) << begins(State::Checkpointing);
  feed.at(700) << banner();
  EXPECT_EQ(feed.data().state, State::Starting);
  EXPECT_FALSE(stalled_after(feed, minutes(59)));
  feed.at(760) << step(50);
  EXPECT_EQ(feed.data().state, State::Training);
  EXPECT_TRUE(stalled_after(feed, minutes(6))) << "the pace is kept across attempts";
}

TEST(Standstill, StepsDoneAgainAreProgress) {
  Feed feed;
  train(feed, 20);
  feed.at(1300) << fails(FailureClass::Preempted, FailureRole::Cascade);
  train(feed, 10, 0, 2000);
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().state, State::Training);
  EXPECT_EQ(base::to_seconds(*feed.data().last_progress), 1'700'002'600);
  EXPECT_FALSE(stalled_after(feed, minutes(4)));
}

TEST(Standstill, ALaggingRankIsNoProgress) {
  Feed feed;
  for (int i = 1; i <= 10; ++i) {
    feed.rank("0").at(i * 60.0) << step(i * 10);
    feed.rank("1").at(i * 60.0 + 5) << step(i * 10);
  }
  EXPECT_EQ(base::to_seconds(*feed.data().last_progress), 1'700'000'600);
  feed.rank("1").at(1200) << step(90);
  EXPECT_EQ(base::to_seconds(*feed.data().last_progress), 1'700'000'600);
  EXPECT_TRUE(feed.run.stall(feed.mono(), kOptions).stalled);
}

TEST(Standstill, WhatTheOldFileOfARequeuedRunStillSaysIsNoProgress) {
  Feed feed;
  feed.path("/logs/1.out");
  train(feed, 10);
  feed.path("/logs/2.out").at(700) << banner();
  train(feed, 10, 50, 720);
  feed.path("/logs/1.out").at(2000) << line() << step(100);
  EXPECT_EQ(base::to_seconds(*feed.data().last_progress), 1'700'001'320);
  EXPECT_EQ(feed.data().path, "/logs/2.out");
  EXPECT_TRUE(feed.run.stall(feed.mono(), kOptions).stalled);
}

TEST(Standstill, AFailureEndsAStallAndProgressEndsTheFailure) {
  Feed feed;
  train(feed, 10);
  EXPECT_TRUE(stalled_after(feed, minutes(6)));
  feed.at(2400) << fails(FailureClass::NcclTimeout, FailureRole::Cascade);
  EXPECT_FALSE(stalled_after(feed, hours(1000)));
  feed.at(2500) << step(110);
  EXPECT_EQ(feed.data().state, State::Training);
  EXPECT_EQ(feed.data().incidents, 1U);
  EXPECT_TRUE(stalled_after(feed, minutes(6)));
}

TEST(Standstill, TheLagOfTheFileSystemIsGrantedToTrainingAlone) {
  StallOptions options;
  options.visibility_lag = seconds(15);
  Feed feed;
  train(feed, 10);
  EXPECT_EQ(feed.run.stall(feed.mono(), options).timeout, minutes(5) + seconds(15));
  feed << begins(State::Checkpointing);
  EXPECT_EQ(feed.run.stall(feed.mono(), options).timeout, minutes(30));
}

}  // namespace
}  // namespace steptail::run
