// Lines of a block that a progress line has opened are of its step.
#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

RecordMaker more() {
  RecordMaker maker;
  maker.record.continues = true;
  return maker;
}

TEST(Continued, TimesOfABlockWeighAsTheStepThatOpenedIt) {
  Feed feed;
  feed << step(10) << std::move(more().took(2)) << step(20) << std::move(more().took(3));
  EXPECT_EQ(feed.data().iteration_duration.count, 1 + 10);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 2 + 10 * 3);
}

TEST(Continued, ASecondTimeOfTheSameStepWeighsNothing) {
  Feed feed;
  feed << step(10) << std::move(more().took(2)) << std::move(more().took(5));
  EXPECT_EQ(feed.data().iteration_duration.count, 1);
  EXPECT_EQ(feed.data().get(Field::IterationSeconds), 5);
}

TEST(Continued, ALossThatIsNoNumberCounts) {
  Feed feed;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  feed << step(10) << std::move(more().loss(nan)) << std::move(line().loss(nan));
  EXPECT_EQ(feed.data().nonfinite_loss_values, 1U) << "the last line belongs to no step";
}

TEST(Continued, TheLossOfABlockIsDrawn) {
  Feed feed;
  feed << step(10) << std::move(more().loss(2.5)) << step(20) << std::move(more().loss(2));
  ASSERT_EQ(feed.data().loss_history.points().size(), 2U);
}

}  // namespace
}  // namespace steptail::run
