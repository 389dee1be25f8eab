#include <gtest/gtest.h>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

RecordMaker bar(double position, double length) {
  return std::move(
      line().progress().with(Field::EpochPosition, position).with(Field::EpochLength, length));
}

TEST(Epoch, IterationIsFinishedEpochsTimesLengthPlusPosition) {
  Feed feed;
  feed << std::move(bar(30, 100).with(Field::FinishedEpochs, 2));
  EXPECT_EQ(feed.data().get(Field::Iteration), 230);
  EXPECT_FALSE(feed.data().get(Field::IterationsPlanned));
  feed << std::move(bar(40, 100).with(Field::FinishedEpochs, 2).with(Field::EpochsPlanned, 5));
  EXPECT_EQ(feed.data().get(Field::IterationsPlanned), 500);
}

TEST(Epoch, NumberLengthAndCountMayStandOnAnotherLine) {
  Feed feed;
  feed << std::move(line().with(Field::Epoch, 1).with(Field::EpochsPlanned, 4));
  for (double i : {1, 250, 500}) feed << bar(i, 500);
  feed << std::move(line().with(Field::Epoch, 2).with(Field::EpochsPlanned, 4));
  feed << bar(1, 500);
  EXPECT_EQ(feed.data().get(Field::Iteration), 501);
  EXPECT_EQ(feed.data().get(Field::IterationsPlanned), 2000);
  EXPECT_EQ(feed.data().attempts, 1U);
}

TEST(Epoch, OneCountedFromZeroIsFinishedAsPrinted) {
  Feed feed;
  feed << std::move(bar(5, 10).with(Field::Epoch, 0));
  EXPECT_EQ(feed.data().get(Field::Iteration), 5);
  feed << std::move(bar(5, 10).with(Field::Epoch, 1));
  EXPECT_EQ(feed.data().get(Field::Iteration), 15);
  EXPECT_EQ(feed.data().attempts, 1U);
}

TEST(Epoch, StartedAgainIsANewAttempt) {
  Feed feed;
  feed << std::move(bar(5, 10).with(Field::Epoch, 3))
       << std::move(bar(6, 10).with(Field::Epoch, 1));
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().get(Field::Iteration), 6);
}

TEST(Epoch, ThatIsShorterThanThoseBeforeIsNoNewAttempt) {
  Feed feed;
  feed << std::move(bar(90, 100).with(Field::Epoch, 3))
       << std::move(bar(1, 50).with(Field::Epoch, 4));
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().get(Field::Iteration), 151);
  feed << std::move(bar(2, 50).with(Field::Epoch, 4));
  EXPECT_EQ(feed.data().get(Field::Iteration), 152);
  EXPECT_EQ(feed.data().attempts, 1U);
}

TEST(Epoch, PositionOfUnknownLengthMakesNoIterationButIsProgress) {
  Feed feed;
  feed.at(0) << std::move(line().progress().with(Field::EpochPosition, 7).with(Field::Epoch, 1));
  feed.at(60) << std::move(line().progress().with(Field::EpochPosition, 8).with(Field::Epoch, 1));
  EXPECT_FALSE(feed.data().get(Field::Iteration));
  EXPECT_EQ(base::to_seconds(*feed.data().last_progress), 1'700'000'060);
}

TEST(Epoch, SamplesWithinAnEpochCountFromTheStart) {
  Feed feed;
  for (double epoch : {1, 2}) {
    for (double samples : {0, 640, 1280}) {
      feed << std::move(line()
                            .progress()
                            .with(Field::Epoch, epoch)
                            .with(Field::Samples, samples)
                            .with(Field::EpochLength, 60000));
    }
  }
  EXPECT_EQ(feed.data().get(Field::Samples), 61280);
  EXPECT_FALSE(feed.data().get(Field::Iteration));
  EXPECT_EQ(feed.data().attempts, 1U);
}

TEST(Epoch, HelpersHaveNoGaugeOfTheirOwn) {
  Feed feed;
  feed << std::move(bar(30, 100)
                        .with(Field::FinishedEpochs, 2)
                        .with(Field::EpochsPlanned, 5)
                        .with(Field::IterationsPerSecond, 2));
  for (Field field : {Field::EpochLength, Field::EpochPosition, Field::EpochsPlanned,
                      Field::FinishedEpochs, Field::IterationsPerSecond}) {
    EXPECT_FALSE(feed.data().get(field));
  }
}

}  // namespace
}  // namespace steptail::run
