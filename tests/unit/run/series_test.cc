#include <gtest/gtest.h>

#include <array>
#include <random>

#include "run/record_series.h"
#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

std::size_t series_of(const RunData& data) {
  return data.loss_components.size() + data.accuracies.size() + 3 * data.phases.size() +
         data.memory.size() + data.values.size() + data.counted.size() + data.present.count();
}

TEST(Series, TheFirstToComeStay) {
  Feed feed(RunLimits{.series = SeriesBudget::kSetAside + 5});
  std::vector<std::string> names;
  for (int i = 0; i < 50; ++i) names.push_back("key" + std::to_string(i));
  for (int round = 0; round < 3; ++round) {
    for (const std::string& name : names) {
      feed << std::move(line().with(Field::Value, round, name));
    }
  }
  ASSERT_EQ(feed.data().values.size(), 5U);
  EXPECT_EQ(feed.data().values[0].label, "key0");
  EXPECT_EQ(feed.data().values[4].label, "key4");
  EXPECT_EQ(feed.data().values[4].number, 2);
  EXPECT_EQ(feed.run.refused_series(), 3U * 45U);
}

TEST(Series, ProgressLossStateAndStallAreNeverRefused) {
  Feed feed(RunLimits{.series = 0});
  feed << std::move(step(1)
                        .with(Field::IterationsPlanned, 10)
                        .with(Field::Epoch, 1)
                        .loss(2)
                        .with(Field::LearningRate, 0.1)
                        .with(Field::Value, 1, "x")
                        .phase("forward", 1)
                        .took(1));
  for (Field field : {Field::Iteration, Field::IterationsPlanned, Field::Epoch, Field::Loss,
                      Field::ProgressRatio, Field::RemainingSeconds, Field::IterationSeconds}) {
    EXPECT_TRUE(feed.data().get(field)) << static_cast<int>(field);
  }
  EXPECT_FALSE(feed.data().get(Field::LearningRate));
  EXPECT_TRUE(feed.data().values.empty());
  EXPECT_TRUE(feed.data().phases.empty());
  EXPECT_EQ(feed.run.refused_series(), 3U);
}

TEST(Series, NoLogMakesMoreThanTheLimit) {
  Feed feed(RunLimits{.series = 200});
  std::vector<std::string> names;
  for (int i = 0; i < 400; ++i) names.push_back("n" + std::to_string(i));
  for (const std::string& name : names) {
    feed << std::move(step(1)
                          .with(Field::LossComponent, 1, name)
                          .with(Field::AccuracyRatio, 1, name)
                          .with(Field::MemoryBytes, 1, name)
                          .phase(name, 1, name)
                          .add({.field = Field::Value, .number = 1, .label = name, .sum = true}));
  }
  EXPECT_LE(series_of(feed.data()), 200U - 22U);  // 22: state, stall, times, events
  EXPECT_EQ(feed.data().phases.size(), feed.data().phase_durations.size());
}

TEST(Series, LabelsWithoutEndAreRefused) {
  Feed feed;
  std::string endless(100'000, 'x');
  feed << std::move(line().with(Field::Value, 1, endless).phase("a", 1, endless));
  EXPECT_TRUE(feed.data().values.empty());
  EXPECT_TRUE(feed.data().phases.empty());
  EXPECT_EQ(feed.run.refused_series(), 2U);
}

TEST(Series, FormatsBeyondTheBoundGiveNumbersAndNoProgress) {
  Feed feed;
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back("f" + std::to_string(i));
  for (const std::string& name : names) feed << std::move(step(1, name).loss(3).took(1));
  EXPECT_EQ(feed.data().formats.size(), AttemptTracker::kMostFormats);
  EXPECT_EQ(feed.data().get(Field::Loss), 3);
}

TEST(Series, OfALabelledFieldAreFoundInAnyOrder) {
  Feed feed;
  feed << std::move(line().with(Field::MemoryBytes, 1, "a").with(Field::MemoryBytes, 2, "b"));
  feed << std::move(line().with(Field::MemoryBytes, 4, "b").with(Field::MemoryBytes, 3, "a"));
  feed << std::move(line().with(Field::MemoryBytes, 5, "c").with(Field::MemoryBytes, 6, "b"));
  ASSERT_EQ(feed.data().memory.size(), 3U);
  EXPECT_EQ(feed.data().memory[0].number, 3);
  EXPECT_EQ(feed.data().memory[1].number, 6);
  EXPECT_EQ(feed.data().memory[2].number, 5);
}

TEST(Series, RankAndStatAreOfPhasesAlone) {
  Feed feed;
  feed << std::move(
      line().with(Field::MemoryBytes, 1, "a", "0").with(Field::MemoryBytes, 2, "a", "1"));
  ASSERT_EQ(feed.data().memory.size(), 1U);
  EXPECT_EQ(feed.data().memory[0].number, 2);
  EXPECT_EQ(feed.data().memory[0].rank, "");
}

// The same records told to be of one wording give the same run, whatever order they come in, with
// more wordings than are remembered and labels that there is no room for.
TEST(Series, AreTheSameHoweverTheyAreFound) {
  constexpr std::array kLabels = {"a", "b", "c", "d", "e", "f"};
  constexpr std::array kRanks = {"", "0", "1", "23"};
  std::mt19937 random(1);
  Feed told(RunLimits{.series = SeriesBudget::kSetAside + 40});
  Feed untold(RunLimits{.series = SeriesBudget::kSetAside + 40});
  for (int i = 0; i < 3000; ++i) {
    const std::size_t wording = random() % (RecordSeries::kMost + 8);
    const std::string_view rank = kRanks[random() % kRanks.size()];
    RecordMaker plain = line();
    for (std::size_t k = 0; k <= wording % 4; ++k) {
      const std::string_view label = kLabels[(wording + k * k) % kLabels.size()];
      const double number = random() % 8 == 0 ? -1 : static_cast<double>(random() % 100);
      if (k % 2 == 0) {
        plain.phase(label, number, rank);
      } else {
        plain.add({.field = Field::Value, .number = number, .label = label, .sum = wording > 12});
      }
    }
    RecordMaker worded = plain;
    worded.record.wording = 1 + 2 * wording + (rank.empty() ? 1 : 0);
    told << worded;
    untold << plain;
    ASSERT_EQ(untold.bytes(), told.bytes()) << i;
    ASSERT_EQ(untold.run.refused_series(), told.run.refused_series());
  }
  EXPECT_GT(told.run.refused_series(), 0U);
  EXPECT_GT(told.run.refused_sums(), 0U);
}

// A hash may be the same for two wordings that differ: then a series may be a wrong one, and
// nothing worse.
TEST(Series, AreNotFoundOutsideOfTheirTables) {
  const auto worded = [](std::initializer_list<Value> values) {
    RecordMaker made = line();
    for (const Value& value : values) made.add(value);
    made.record.wording = 7;
    return made;
  };
  Feed feed;
  for (const char* label : {"a", "b", "c"}) feed << std::move(line().phase(label, 1));
  feed << worded({{.field = Field::PhaseSeconds, .number = 2, .label = "c"}});
  feed << worded({{.field = Field::Value, .number = 3, .label = "x"}});
  feed << worded({{.field = Field::Value, .number = 4, .label = "y"},
                  {.field = Field::Value, .number = 5, .label = "z"}});
  EXPECT_EQ(2, feed.data().phases[2].number);
  ASSERT_EQ(3U, feed.data().values.size());
  EXPECT_EQ(3, feed.data().values[0].number);
  EXPECT_EQ(5, feed.data().values[2].number);
}

}  // namespace
}  // namespace steptail::run
