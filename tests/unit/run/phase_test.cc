#include <gtest/gtest.h>

#include <limits>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

TEST(Phase, WeighsAsMuchAsTheProgressLineBeforeIt) {
  Feed feed;
  feed << step(5) << std::move(line().phase("forward", 2));
  feed << step(10) << std::move(line().phase("forward", 3));
  ASSERT_EQ(feed.data().phases.size(), 1U);
  EXPECT_EQ(feed.data().phases[0].number, 3);
  EXPECT_EQ(feed.data().phase_durations[0].sum.count, 6);
  EXPECT_EQ(feed.data().phase_durations[0].sum.seconds, 2 + 5 * 3);
}

TEST(Phase, OnTheProgressLineItselfWeighsAsMuchAsIt) {
  Feed feed;
  feed << std::move(step(5).phase("gen", 2)) << std::move(step(10).phase("gen", 3));
  EXPECT_EQ(feed.data().phase_durations[0].sum.count, 6);
}

TEST(Phase, BeforeTheFirstProgressLineWeighsOne) {
  Feed feed;
  feed << std::move(line().phase("forward", 2)) << step(5) << std::move(line().phase("forward", 2))
       << step(10) << banner() << std::move(line().phase("forward", 2));
  EXPECT_EQ(feed.data().phase_durations[0].sum.count, 3);
}

TEST(Phase, TheSameTwiceForOneProgressLineCountsOnce) {
  Feed feed;
  feed << step(5) << step(10);
  feed.rank("0") << std::move(line().phase("forward", 2));
  feed.rank("1") << std::move(line().phase("forward", 2.5));
  feed << step(10) << std::move(line().phase("forward", 3));
  EXPECT_EQ(feed.data().phases[0].number, 3);
  EXPECT_EQ(feed.data().phase_durations[0].sum.count, 5);
  EXPECT_EQ(feed.data().phase_durations[0].sum.seconds, 10);
}

TEST(Phase, OfSingleStepsCountsEveryTime) {
  Feed feed;
  for (int i = 0; i < 4; ++i) {
    RecordMaker maker = std::move(line().phase("gather", 0.5, "0"));
    maker.record.per_step = true;
    feed << maker;
  }
  feed << step(5);
  EXPECT_EQ(feed.data().phase_durations[0].sum.count, 4);
  EXPECT_EQ(feed.data().phase_durations[0].sum.seconds, 2);
}

TEST(Phase, RanksAndStatsAreSeriesOfTheirOwn) {
  Feed feed;
  feed << std::move(line().phase("x", 1).phase("x", 2, "0").phase("x", 3, "1"));
  feed << std::move(
      line()
          .add({.field = Field::PhaseSeconds, .number = 4, .label = "x", .stat = "min"})
          .add({.field = Field::PhaseSeconds, .number = 5, .label = "x", .stat = "max"}));
  ASSERT_EQ(feed.data().phases.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(feed.data().phases[i].number, static_cast<double>(i + 1));
    EXPECT_EQ(feed.data().phase_durations[i].rank, feed.data().phases[i].rank);
    EXPECT_EQ(feed.data().phase_durations[i].stat, feed.data().phases[i].stat);
  }
}

TEST(Phase, FollowsItsOwnFormat) {
  Feed feed;
  feed << step(100, "trainer") << step(1, "engine") << step(200, "trainer") << step(2, "engine");
  feed << std::move(line("engine").phase("step", 1)) << std::move(line().phase("forward", 1));
  EXPECT_EQ(feed.data().phase_durations[0].sum.count, 1);
  EXPECT_EQ(feed.data().phase_durations[1].sum.count, 100);
}

TEST(Phase, WeighsNothingOnTheFirstLineOfDerivedTimes) {
  Feed feed;
  feed.dated();
  feed.at(0) << std::move(step(10).phase("data", 1));
  EXPECT_EQ(feed.data().phase_durations[0].sum.count, 0);
  feed.at(10) << std::move(step(20).phase("data", 1));
  EXPECT_EQ(feed.data().phase_durations[0].sum.count, feed.data().iteration_duration.count);
}

TEST(Phase, NoSumTakesWhatIsNoDuration) {
  Feed feed;
  feed << std::move(line().phase("a", -1).phase("b", std::numeric_limits<double>::infinity()));
  EXPECT_EQ(feed.data().phases.size(), 2U);
  EXPECT_EQ(feed.data().phase_durations[0].sum.count, 0);
  EXPECT_EQ(feed.data().phase_durations[1].sum.count, 0);
  EXPECT_EQ(feed.run.refused_sums(), 2U);
}

}  // namespace
}  // namespace steptail::run
