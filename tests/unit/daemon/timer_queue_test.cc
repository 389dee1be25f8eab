#include "daemon/timer_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace steptail::daemon {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;

struct TimerQueueTest : testing::Test {
  TimerQueue timers;
  std::vector<int> ran;
  base::Task note(int what) {
    return [this, what] { ran.push_back(what); };
  }
  static base::MonoTime at(int second) { return base::MonoTime(seconds(second)); }
};

TEST_F(TimerQueueTest, RunsInOrderOfDueTimeAndOfAddingForEqualOnes) {
  timers.add(at(2), note(3));
  timers.add(at(1), note(1));
  timers.add(at(1), note(2));
  timers.add(at(9), note(4));
  timers.run_due(at(2));
  EXPECT_THAT(ran, ElementsAre(1, 2, 3));
  EXPECT_EQ(timers.next_due(), at(9));
}

TEST_F(TimerQueueTest, ATaskMayCancelOneThatIsDueAtTheSameTime) {
  base::TimerId second = 0;
  timers.add(at(1), [&] { timers.cancel(second); });
  second = timers.add(at(1), note(2));
  timers.add(at(1), note(3));
  timers.run_due(at(1));
  EXPECT_THAT(ran, ElementsAre(3));
  EXPECT_EQ(timers.next_due(), std::nullopt);
}

TEST_F(TimerQueueTest, WhatATaskAddsWaitsForTheNextTurn) {
  timers.add(at(1), [&] { timers.add(at(0), note(1)); });
  timers.add(at(2), note(2));
  timers.run_due(at(2));
  EXPECT_THAT(ran, ElementsAre(2));
  timers.run_due(at(2));
  EXPECT_THAT(ran, ElementsAre(2, 1));
}

TEST_F(TimerQueueTest, CancellingWhatRanOrNeverWasIsNoError) {
  base::TimerId id = timers.add(at(1), note(1));
  timers.run_due(at(1));
  timers.cancel(id);
  timers.cancel(12345);
  EXPECT_THAT(ran, ElementsAre(1));
}

}  // namespace
}  // namespace steptail::daemon
