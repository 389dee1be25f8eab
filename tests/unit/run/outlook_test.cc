#include <gtest/gtest.h>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

RecordMaker planned(double iteration) {
  return std::move(step(iteration).with(Field::IterationsPlanned, 100).took(2));
}

TEST(Outlook, IsMadeFromThePlanAndThePace) {
  Feed feed;
  feed << planned(20);
  EXPECT_EQ(feed.data().get(Field::ProgressRatio), 0.2);
  EXPECT_EQ(feed.data().get(Field::RemainingSeconds), 160);
  feed << planned(50);
  EXPECT_EQ(feed.data().get(Field::RemainingSeconds), 100);
}

TEST(Outlook, IsAbsentWhereItCannotBeKnown) {
  Feed feed;
  feed << std::move(step(20).took(2));
  EXPECT_FALSE(feed.data().get(Field::ProgressRatio));
  EXPECT_FALSE(feed.data().get(Field::RemainingSeconds));
  feed << std::move(line().with(Field::IterationsPlanned, 40));
  EXPECT_EQ(feed.data().get(Field::ProgressRatio), 0.5);
  EXPECT_EQ(feed.data().get(Field::RemainingSeconds), 40);
}

TEST(Outlook, NeedsAPace) {
  Feed feed;
  feed.backlog() << std::move(step(20).with(Field::IterationsPlanned, 100));
  feed << step(30);
  EXPECT_EQ(feed.data().get(Field::ProgressRatio), 0.3);
  EXPECT_FALSE(feed.data().get(Field::RemainingSeconds));
}

TEST(Outlook, TakesThePaceFromArrivalWhereNoTimeIsPrinted) {
  Feed feed;
  feed.at(0) << std::move(step(20).with(Field::IterationsPlanned, 100));
  feed.at(20) << step(30);
  feed.at(40) << step(40);
  EXPECT_EQ(feed.data().get(Field::RemainingSeconds), 120);  // at the pace of the line before
}

TEST(Outlook, WhatIsPrintedWins) {
  Feed feed;
  feed << std::move(planned(20).with(Field::RemainingSeconds, 7).with(Field::ProgressRatio, 0.19));
  EXPECT_EQ(feed.data().get(Field::RemainingSeconds), 7);
  EXPECT_EQ(feed.data().get(Field::ProgressRatio), 0.19);
}

TEST(Outlook, WhatWasPrintedDoesNotStick) {
  Feed feed;
  feed << std::move(planned(20).with(Field::RemainingSeconds, 7).with(Field::ProgressRatio, 0.1))
       << planned(30);
  EXPECT_EQ(feed.data().get(Field::RemainingSeconds), 140);
  EXPECT_EQ(feed.data().get(Field::ProgressRatio), 0.3);
}

TEST(Outlook, LinesOfAnotherFormatDoNotTakeThePrintedAwayAtOnce) {
  Feed feed;
  feed << std::move(planned(20).with(Field::RemainingSeconds, 7)) << step(20, "bar");
  EXPECT_EQ(feed.data().get(Field::RemainingSeconds), 7);
  for (double i = 21; i < 40; ++i) feed << step(i, "bar");
  EXPECT_EQ(feed.data().get(Field::RemainingSeconds), 122);
}

TEST(Outlook, NeverLeavesItsRange) {
  Feed feed;
  feed << planned(150);
  EXPECT_EQ(feed.data().get(Field::ProgressRatio), 1);
  EXPECT_EQ(feed.data().get(Field::RemainingSeconds), 0);
  feed << std::move(step(151).with(Field::IterationsPlanned, 0));
  EXPECT_FALSE(feed.data().get(Field::ProgressRatio));
}

TEST(Outlook, IsForgottenWithTheAttempt) {
  Feed feed;
  feed << std::move(planned(20).with(Field::RemainingSeconds, 7)) << step(10);
  EXPECT_EQ(feed.data().get(Field::RemainingSeconds), 180);
}

}  // namespace
}  // namespace steptail::run
