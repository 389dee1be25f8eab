#include "history/recorder.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "unit/history/mem_scratch.h"
#include "unit/history/samples.h"

namespace steptail::history {
namespace {

using namespace std::chrono_literals;
using format::Field;

format::Record losses_of(const char* label) {
  format::Record record;
  record.add({.field = Field::LossComponent, .number = 1, .label = label});
  return record;
}

// A page never holds a series twice: of two labels that look the same when they are cleaned the
// clean one stays.
TEST(Recorder, TakesNothingMoreOfASeriesThatACleanLabelShadows) {
  MemScratch scratch;
  SampleSpill spill(scratch);
  Recorder recorder(spill, "run=\"a\"", {});
  run::RunData data;
  data.loss_components = {{"kl\x01", "", "", 1}};
  base::WallTime at{};
  const auto say = [&](const char* label) {
    at += std::chrono::seconds(1);
    const format::Record record = losses_of(label);
    recorder.values(data, at, &record);
  };
  say("kl\x01");
  say("kl\x01");
  data.loss_components.push_back({"kl", "", "", 2});
  say("kl");
  say("kl\x01");
  recorder.finish();
  EXPECT_EQ(2U, spill.samples(0));
  EXPECT_EQ(1U, spill.samples(1));
  EXPECT_EQ(2U, spill.size());
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
