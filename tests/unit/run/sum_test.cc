#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();
const double kInf = std::numeric_limits<double>::infinity();

RecordMaker sum(RecordMaker maker, Field field, double number, std::string_view label = {}) {
  maker.add({.field = field, .number = number, .label = label, .sum = true});
  return maker;
}
RecordMaker absolute(RecordMaker maker, Field field, double number) {
  maker.add({.field = field, .number = number, .absolute = true});
  return maker;
}
RecordMaker skipped(double iteration, double number) {
  return std::move(step(iteration).with(Field::SkippedIterations, number));
}

TEST(Sum, OfAKeyTakesEveryLine) {
  Feed feed;
  feed << sum(step(7), Field::Value, 4096, "tokens") << sum(step(7), Field::Value, 4096, "tokens")
       << sum(line(), Field::Value, 1, "tokens") << sum(step(6), Field::Value, 2, "tokens");
  ASSERT_EQ(feed.data().counted.size(), 1U);
  EXPECT_EQ(feed.data().counted[0].number, 4096 * 2 + 3);
  EXPECT_TRUE(feed.data().values.empty());
}

TEST(Sum, RefusesAndCountsWhatWouldMakeItFall) {
  Feed feed;
  feed << sum(line(), Field::Value, 5, "n");
  for (double number : {-1.0, kNaN, kInf, -kInf}) {
    feed << sum(line(), Field::Value, number, "n") << sum(line(), Field::Tokens, number)
         << sum(line(), Field::SkippedIterations, number)
         << std::move(line().with(Field::Samples, number));
  }
  EXPECT_EQ(feed.data().counted[0].number, 5);
  EXPECT_EQ(feed.data().skipped_iterations, 0);
  EXPECT_FALSE(feed.data().get(Field::Samples));
  EXPECT_FALSE(feed.data().get(Field::Tokens));
  EXPECT_EQ(feed.run.refused_sums(), 16U);
}

TEST(Sum, AbsoluteCountsAreHeldAtTheirHighest) {
  Feed feed;
  double seen = 0;
  for (double samples : {64, 128, 192, 64, 128, 256}) {
    feed << std::move(step(samples / 64).with(Field::Samples, samples));
    EXPECT_GE(*feed.data().get(Field::Samples), seen);
    seen = *feed.data().get(Field::Samples);
  }
  EXPECT_EQ(seen, 256);
}

TEST(Sum, OfTokensAddsOnceAStep) {
  Feed feed;
  feed << sum(step(1), Field::Tokens, 10) << sum(step(2), Field::Tokens, 10)
       << sum(step(2), Field::Tokens, 10) << sum(line(), Field::Tokens, 1);
  EXPECT_EQ(feed.data().get(Field::Tokens), 21);
  feed << std::move(line().with(Field::Tokens, 15)) << sum(step(3), Field::Tokens, 10);
  EXPECT_EQ(feed.data().get(Field::Tokens), 21);
}

TEST(Sum, IntervalNumbersOfProgressLinesAdd) {
  Feed feed;
  feed << skipped(1, 1) << skipped(2, 1) << skipped(2, 1) << skipped(3, 0);
  EXPECT_EQ(feed.data().skipped_iterations, 2);
  feed << std::move(step(4).with(Field::NonfiniteIterations, 3));
  EXPECT_EQ(feed.data().nonfinite_iterations, 3);
}

TEST(Sum, LinesThatCountOneAdd) {
  Feed feed;
  for (int i = 0; i < 3; ++i) feed << sum(line(), Field::SkippedIterations, 1);
  EXPECT_EQ(feed.data().skipped_iterations, 3);
}

TEST(Sum, LinesThatCountOneArePartOfTheIntervalThatFollows) {
  Feed feed;
  feed << skipped(1, 0) << sum(line("engine"), Field::SkippedIterations, 1)
       << sum(line("engine"), Field::SkippedIterations, 1) << skipped(2, 2);
  EXPECT_EQ(feed.data().skipped_iterations, 2);
  feed << skipped(3, 1) << sum(line("engine"), Field::SkippedIterations, 1) << skipped(4, 0);
  EXPECT_EQ(feed.data().skipped_iterations, 4);
}

TEST(Sum, LinesThatCountOneAreThoseOfOneRank) {
  Feed feed;
  for (auto rank : {"0", "1", "2", "3", "0"}) {
    feed.rank(rank) << sum(line(), Field::SkippedIterations, 1);
  }
  EXPECT_EQ(feed.data().skipped_iterations, 2);
  feed.rank("0") << step(1);
  feed.rank("") << banner();
  feed.rank("3") << sum(line(), Field::SkippedIterations, 1);
  EXPECT_EQ(feed.data().skipped_iterations, 3);
}

TEST(Sum, RunningTotalReplacesTheAdding) {
  Feed feed;
  feed << sum(line(), Field::SkippedIterations, 1)
       << absolute(step(10), Field::SkippedIterations, 3);
  EXPECT_EQ(feed.data().skipped_iterations, 3);
  feed << sum(line(), Field::SkippedIterations, 1) << skipped(20, 5);
  EXPECT_EQ(feed.data().skipped_iterations, 3);
  feed << absolute(step(30), Field::SkippedIterations, 2);
  EXPECT_EQ(feed.data().skipped_iterations, 3);
  feed << absolute(step(40), Field::SkippedIterations, 4);
  EXPECT_EQ(feed.data().skipped_iterations, 4);
}

TEST(Sum, NonfiniteValuesCountOfProgressLinesAlone) {
  Feed feed;
  feed << std::move(step(1).loss(kNaN).with(Field::GradientNorm, 1));
  feed << std::move(step(2).loss(kInf).with(Field::GradientNorm, kNaN));
  feed << std::move(line().loss(kNaN)) << std::move(line().with(Field::ValidationLoss, kNaN));
  EXPECT_EQ(feed.data().nonfinite_loss_values, 2);
  EXPECT_EQ(feed.data().nonfinite_gradient_values, 1);
  EXPECT_TRUE(std::isnan(*feed.data().get(Field::Loss)));
}

TEST(Sum, SumsGoOnAcrossAttempts) {
  Feed feed;
  feed << skipped(1, 1) << sum(line(), Field::Value, 2, "n") << banner() << skipped(1, 1)
       << sum(line(), Field::Value, 2, "n");
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().skipped_iterations, 2);
  EXPECT_EQ(feed.data().counted[0].number, 4);
}

}  // namespace
}  // namespace steptail::run
