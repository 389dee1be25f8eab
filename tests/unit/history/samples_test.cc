#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "history/exposition.h"
#include "history/recorder.h"
#include "history/sample_spill.h"
#include "metrics/catalogue.h"
#include "unit/history/mem_scratch.h"

// Samples on their way to a disk and back.

namespace steptail::history {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kNoon = 1709640000000;

std::size_t row_of(std::string_view metric) {
  const auto rows = metrics::run_metrics();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].metric.name == metric) return row;
  }
  ADD_FAILURE() << "no row for " << metric;
  return 0;
}

std::vector<Sample> read_all(const SampleSpill& spill, SampleSpill::Id id) {
  std::vector<Sample> all;
  auto read = spill.read(id, [&](std::span<const Sample> block) -> base::Result<void> {
    all.insert(all.end(), block.begin(), block.end());
    return {};
  });
  EXPECT_TRUE(read.has_value());
  return all;
}

std::string text_of(const SampleSpill& spill) {
  std::string text;
  auto written = write_open_metrics(
      spill,
      [&](base::ByteBlock& block) -> base::Result<void> {
        text.append(block.bytes().begin(), block.bytes().end());
        return {};
      },
      nullptr);
  EXPECT_TRUE(written.has_value());
  return text;
}

TEST(SampleSpill, KeepsEachSeriesInItsOrderHoweverTheyCome) {
  MemScratch scratch;
  SampleSpill spill(scratch);
  std::vector<SampleSpill::Id> series;
  for (int i = 0; i < 7; ++i) series.push_back(spill.open({}));
  constexpr int kSamples = 5000;
  for (int i = 0; i < kSamples; ++i) {
    for (std::size_t s = 0; s < series.size(); ++s) {
      if (i % static_cast<int>(s + 1) == 0) spill.add(series[s], {i, static_cast<double>(s)});
    }
  }
  spill.close_since(0);
  for (std::size_t s = 0; s < series.size(); ++s) {
    std::vector<Sample> all = read_all(spill, series[s]);
    ASSERT_EQ(all.size(), (kSamples + s) / (s + 1));
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(all[i].milliseconds, static_cast<std::int64_t>(i * (s + 1)));
      EXPECT_EQ(all[i].value, static_cast<double>(s));
    }
  }
}

TEST(SampleSpill, ForgetsWhatWasReadInVain) {
  MemScratch scratch;
  SampleSpill spill(scratch);
  const auto kept = spill.open({});
  spill.add(kept, {1, 1});
  spill.close_since(0);
  const auto mark = spill.size();
  for (int i = 0; i < 3000; ++i) spill.add(mark == spill.size() ? spill.open({}) : mark, {i, 2});
  spill.forget_since(mark);
  EXPECT_EQ(spill.size(), mark);
  EXPECT_EQ(read_all(spill, kept).size(), 1U);
}

TEST(SampleSpill, SaysThatTheDiskIsFull) {
  MemScratch scratch;
  scratch.room = 100;
  SampleSpill spill(scratch);
  const auto series = spill.open({});
  for (int i = 0; i < 3000; ++i) spill.add(series, {i, 1});
  ASSERT_TRUE(spill.error().has_value());
  EXPECT_EQ(spill.error()->message, "the disk is full");
}

TEST(Exposition, TimestampsReadBackAsTheSameMillisecond) {
  std::array<char, kLongestTimestamp> room{};
  for (std::int64_t ms = kNoon; ms < kNoon + 5000; ++ms) {
    const std::string text(room.data(), write_timestamp(room.data(), ms));
    EXPECT_EQ(static_cast<std::int64_t>(std::stod(text) * 1000), ms) << text;
    EXPECT_LE(text.size(), 15U);
  }
}

TEST(Exposition, WholeSecondsAreWrittenWithoutDecimals) {
  std::array<char, kLongestTimestamp> room{};
  for (const std::int64_t seconds : {0LL, 5LL, 999'999'999LL, 1'000'000'000LL, 1'000'000'009LL,
                                     1'607'731'180LL, 9'999'999'999LL, 10'000'000'000LL}) {
    char* end = write_timestamp(room.data(), seconds * 1000);
    EXPECT_EQ(std::string(room.data(), end), std::to_string(seconds));
    end = write_timestamp(room.data(), seconds * 1000 + 40);
    EXPECT_EQ(std::string(room.data(), end).substr(0, std::to_string(seconds).size() + 3),
              std::to_string(seconds) + ".04");
  }
}

TEST(Exposition, FamiliesStandTogetherInTheOrderOfThePage) {
  MemScratch scratch;
  SampleSpill spill(scratch);
  const std::size_t duration = row_of("training_iteration_duration_seconds");
  const auto b_loss = spill.open({.metric = row_of("training_loss"), .labels = "{run=\"b\"}"});
  const auto count = spill.open({.metric = duration, .labels = "{run=\"a\"}", .suffix = "_count"});
  const auto sum = spill.open({.metric = duration, .labels = "{run=\"a\"}", .suffix = "_sum"});
  const auto a_loss = spill.open({.metric = row_of("training_loss"), .labels = "{run=\"a\"}"});
  const auto attempts =
      spill.open({.metric = row_of("training_attempts_total"), .labels = "{run=\"a\"}"});
  for (const auto id : {b_loss, count, sum, a_loss, attempts}) {
    spill.add(id, {kNoon, 0.5});
    spill.add(id, {kNoon + 250, std::nan("")});
  }
  spill.close_since(0);
  EXPECT_EQ(text_of(spill),
            "# HELP training_loss Primary training loss as last printed; NaN and infinities as "
            "such.\n"
            "# TYPE training_loss gauge\n"
            "training_loss{run=\"a\"} 0.5 1709640000\n"
            "training_loss{run=\"a\"} NaN 1709640000.250\n"
            "training_loss{run=\"b\"} 0.5 1709640000\n"
            "training_loss{run=\"b\"} NaN 1709640000.250\n"
            "# HELP training_iteration_duration_seconds Time of the steps that progress lines "
            "covered, and how many those were.\n"
            "# TYPE training_iteration_duration_seconds summary\n"
            "# UNIT training_iteration_duration_seconds seconds\n"
            "training_iteration_duration_seconds_sum{run=\"a\"} 0.5 1709640000\n"
            "training_iteration_duration_seconds_sum{run=\"a\"} NaN 1709640000.250\n"
            "training_iteration_duration_seconds_count{run=\"a\"} 0.5 1709640000\n"
            "training_iteration_duration_seconds_count{run=\"a\"} NaN 1709640000.250\n"
            "# HELP training_attempts Attempts of the run that were seen, the running one "
            "included.\n"
            "# TYPE training_attempts counter\n"
            "training_attempts_total{run=\"a\"} 0.5 1709640000\n"
            "training_attempts_total{run=\"a\"} NaN 1709640000.250\n"
            "# EOF\n");
}

// A run whose loss is told again and again.
class RecorderTest : public ::testing::Test {
 protected:
  void loss(double value, base::Duration at, Recorder& recorder) {
    data.start = base::WallTime{std::chrono::milliseconds(kNoon)};
    data.touched.reset();
    data.set(format::Field::Loss, value);
    record.add({.field = format::Field::Loss, .number = value});
    recorder.values(data, *data.start + at, &record);
    recorder.life({data, stall}, *data.start + at, Recorder::Moment::OfLine);
  }
  // Milliseconds after noon, and values.
  std::vector<std::pair<std::int64_t, double>> losses(Recorder& recorder) {
    recorder.finish();
    spill.close_since(0);
    std::vector<std::pair<std::int64_t, double>> all;
    for (SampleSpill::Id id = 0; id < spill.size(); ++id) {
      if (spill.series(id).metric != row_of("training_loss")) continue;
      for (const Sample& s : read_all(spill, id)) all.emplace_back(s.milliseconds - kNoon, s.value);
    }
    return all;
  }

  MemScratch scratch;
  SampleSpill spill{scratch};
  run::RunData data;
  run::StallStatus stall;
  format::Record record;
};

using Samples = std::vector<std::pair<std::int64_t, double>>;

TEST_F(RecorderTest, ALineThatSetsTheSameValueGivesASample) {
  Recorder recorder(spill, "run=\"a\"", 0s);
  loss(2.5, 0s, recorder);
  loss(2.5, 10s, recorder);
  EXPECT_EQ(losses(recorder), (Samples{{0, 2.5}, {10000, 2.5}}));
}

TEST_F(RecorderTest, ALineThatSaysNothingOfItGivesNone) {
  Recorder recorder(spill, "run=\"a\"", 0s);
  loss(2.5, 0s, recorder);
  data.touched.reset();
  recorder.values(data, *data.start + 10s, nullptr);
  recorder.life({data, stall}, *data.start + 20s, Recorder::Moment::BetweenLines);
  EXPECT_EQ(losses(recorder), (Samples{{0, 2.5}}));
}

TEST_F(RecorderTest, LinesOfTheSameMomentComeAMillisecondApart) {
  Recorder recorder(spill, "run=\"a\"", 0s);
  for (const double value : {3.0, 2.0, 1.0}) loss(value, 5s, recorder);
  loss(0.5, 6s, recorder);
  EXPECT_EQ(losses(recorder), (Samples{{5000, 3}, {5001, 2}, {5002, 1}, {6000, 0.5}}));
}

TEST_F(RecorderTest, OfTooManyOfTheSameMomentTheLastStays) {
  Recorder recorder(spill, "run=\"a\"", 0s);
  for (int i = 0; i <= 1500; ++i) loss(i, 0s, recorder);
  const Samples all = losses(recorder);
  ASSERT_EQ(all.size(), 1001U);
  EXPECT_EQ(all.back(), (std::pair<std::int64_t, double>{1000, 1500}));
  EXPECT_EQ(recorder.replaced(), 500U);
}

TEST_F(RecorderTest, OfEachStretchOfTheResolutionTheLastStays) {
  Recorder recorder(spill, "run=\"a\"", 15s);
  for (int second = 0; second < 40; second += 4) {
    loss(second, std::chrono::seconds(second), recorder);
  }
  EXPECT_EQ(losses(recorder), (Samples{{12000, 12}, {28000, 28}, {36000, 36}}));
}

TEST_F(RecorderTest, WhatIsThereAtAnyTimeIsSaidAgainBetweenLines) {
  Recorder recorder(spill, "run=\"a\"", 0s);
  loss(1, 0s, recorder);
  recorder.life({data, stall}, *data.start + 60s, Recorder::Moment::BetweenLines);
  recorder.finish();
  for (SampleSpill::Id id = 0; id < spill.size(); ++id) {
    const bool of_life = !metrics::run_metrics()[spill.series(id).metric].field.has_value();
    EXPECT_EQ(spill.samples(id), of_life ? 2U : 1U) << spill.series(id).metric;
  }
}

TEST_F(RecorderTest, ALaneOfItsOwnHasALabelMore) {
  Recorder recorder(spill, "run=\"a\"", 0s);
  loss(1, 10s, recorder);
  recorder.use_lane(2);
  loss(2, 5s, recorder);
  recorder.finish();
  std::vector<std::string> labels;
  for (SampleSpill::Id id = 0; id < spill.size(); ++id) {
    if (spill.series(id).metric == row_of("training_loss"))
      labels.push_back(spill.series(id).labels);
  }
  EXPECT_EQ(labels, (std::vector<std::string>{"{run=\"a\"}", "{run=\"a\",attempt=\"2\"}"}));
}

}  // namespace
}  // namespace steptail::history
