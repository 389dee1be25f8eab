#include "history/backfill.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "metrics/catalogue.h"
#include "support/text_source.h"
#include "unit/history/mem_scratch.h"

// Whole logs, made up here, to samples.

namespace steptail::history {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::Lt;
using ::testing::SizeIs;

constexpr std::size_t kBlockBytes = 50;       // a survey tells what it knows after each
constexpr std::int64_t kTen = 1709632800000;  // 2024-03-05 10:00:00
const base::WallTime kMorning{std::chrono::milliseconds(kTen)};

using Samples = std::vector<std::pair<std::int64_t, double>>;  // seconds after ten, values

// A step of Cerebras, dated where `at` says "hh:mm:ss".
std::string step(const std::string& at, int number, double loss) {
  const std::string date = at.empty() ? "" : "2024-03-05 " + at + ",000 ";
  return date + "INFO:   | Train Device=CSX, Step=" + std::to_string(number) +
         ", Loss=" + std::to_string(loss) +
         ", Rate=7.00 samples/sec, GlobalRate=8.00 samples/sec\n";
}

// Steps of Megatron-LM, which prints times and no dates.
std::string timed_step(int number, double milliseconds) {
  return " iteration " + std::to_string(number) +
         "/ 1000 | consumed samples: 64 | elapsed time per iteration (ms): " +
         std::to_string(milliseconds) +
         " | learning rate: 1.0E-04 | global batch size: 64 | lm loss: 2.5E+00 | loss scale: 1.0 "
         "|\n";
}
std::string banner(const std::string& at) {
  return "[after megatron is initialized] datetime: 2024-03-05 " + at + " \n";
}

class BackfillTest : public ::testing::Test {
 protected:
  LogFile file(const std::string& name, const std::string& text) {
    texts_[name] = text;
    return {.path = name,
            .modified = kMorning + 24h,
            .size = text.size(),
            .open = [this, name](std::uint64_t offset) -> base::Result<Source> {
              return support::text_source(std::string_view(texts_.at(name)).substr(offset),
                                          kBlockBytes);
            }};
  }
  base::Result<RunReport> add(const std::vector<LogFile>& files) {
    backfill_.emplace(options, scratch);
    return backfill_->add_run({.labels = {{"run", "a"}}}, files, nullptr);
  }
  base::Result<RunReport> add_to_others(const std::string& run, const LogFile& log) {
    return backfill_->add_run({.labels = {{"run", run}}}, {log}, nullptr);
  }
  base::Result<RunReport> add(const std::string& text) { return add({file("a.log", text)}); }

  Samples samples(const std::string& metric, const std::string& labels = "{run=\"a\"}") {
    Samples all;
    const SampleSpill& spill = backfill_->spill();
    for (SampleSpill::Id id = 0; id < spill.size(); ++id) {
      if (metrics::run_metrics()[spill.series(id).metric].metric.name != metric) continue;
      if (spill.series(id).labels != labels) continue;
      (void)spill.read(id, [&](std::span<const Sample> block) -> base::Result<void> {
        for (const Sample& s : block) all.emplace_back((s.milliseconds - kTen) / 1000, s.value);
        return {};
      });
    }
    return all;
  }

  ReadOptions options{.formats = format::FormatSet::builtin(),
                      .zone = lines::TimeZone::utc(),
                      .now = kMorning + 48h};
  MemScratch scratch;

 private:
  std::map<std::string, std::string> texts_;
  std::optional<Backfill> backfill_;
};

TEST_F(BackfillTest, EachDatedLineGivesItsSample) {
  auto report = add(step("10:00:00", 1, 3) + step("10:00:10", 2, 2) + step("10:00:20", 3, 2));
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  EXPECT_EQ(samples("training_loss"), (Samples{{0, 3}, {10, 2}, {20, 2}}));
  EXPECT_EQ(samples("training_iteration"), (Samples{{0, 1}, {10, 2}, {20, 3}}));
  EXPECT_EQ(report->lines.dated, 3U);
  EXPECT_EQ(report->lines.walked + report->lines.unknown, 0U);
}

TEST_F(BackfillTest, LinesWithoutADateAreWalkedFromTheBanner) {
  auto report =
      add(banner("10:00:00") + timed_step(1, 20000) + timed_step(2, 20000) + timed_step(4, 20000));
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  EXPECT_EQ(samples("training_iteration"), (Samples{{20, 1}, {40, 2}, {80, 4}}));
  EXPECT_EQ(report->lines.dated, 1U);
  EXPECT_EQ(report->lines.walked, 3U);
}

// Each rank's phases are series of their own, though they have one name.
TEST_F(BackfillTest, ALineOfOneRankGivesNoSampleOfAnother) {
  const auto timers = [](int rank, const std::string& milliseconds) {
    return "rank=" + std::to_string(rank) + " time (ms) | optimizer_step: " + milliseconds + "\n";
  };
  auto report = add(banner("10:00:00") + timers(0, "100.00") + timers(1, "200.00") +
                    timed_step(1, 20000) + timers(0, "300.00") + timers(1, "400.00"));
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  const std::string phase = "{run=\"a\",phase=\"optimizer_step\",rank=";
  EXPECT_EQ(samples("training_phase_seconds", phase + "\"0\"}"), (Samples{{0, 0.1}, {20, 0.3}}));
  EXPECT_EQ(samples("training_phase_seconds", phase + "\"1\"}"), (Samples{{0, 0.2}, {20, 0.4}}));
}

TEST_F(BackfillTest, AWalkEndsBeforeTheDateThatFollowsIt) {
  auto report = add(banner("10:00:00") + timed_step(1, 20000) + timed_step(2, 20000) +
                    "[after training is done] datetime: 2024-03-05 10:00:30 \n");
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  EXPECT_EQ(samples("training_iteration"), (Samples{{15, 1}, {30, 2}}));
}

TEST_F(BackfillTest, WithoutAnyDateTheLogEndsWhenItsFileWasWritten) {
  auto report = add(timed_step(1, 20000) + timed_step(2, 20000) + timed_step(3, 20000));
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  constexpr std::int64_t kWritten = 24 * 3600;
  EXPECT_EQ(samples("training_iteration"),
            (Samples{{kWritten - 40, 1}, {kWritten - 20, 2}, {kWritten, 3}}));
}

TEST_F(BackfillTest, SoDoAttemptsWithoutAnyDate) {
  auto report = add(timed_step(1, 20000) + timed_step(2, 20000) + timed_step(3, 20000) +
                    timed_step(1, 20000) + timed_step(2, 20000));
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  constexpr std::int64_t kWritten = 24 * 3600;
  EXPECT_EQ(samples("training_iteration").back(), (std::pair<std::int64_t, double>{kWritten, 2}));
  EXPECT_EQ(samples("training_attempts_total").back().second, 2);
  EXPECT_EQ(report->first, kMorning + 24h - 80s);
}

TEST_F(BackfillTest, OrItBeginsWhenItIsSaidTo) {
  options.start = kMorning;
  ASSERT_TRUE(add(timed_step(1, 20000) + timed_step(2, 20000)).has_value());
  EXPECT_EQ(samples("training_iteration"), (Samples{{20, 1}, {40, 2}}));
}

TEST_F(BackfillTest, WithoutDatesAndTimesItIsRefusedUnlessTheStartIsSaid) {
  const std::string text = step("", 1, 3) + step("", 2, 2);
  auto refused = add(text);
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, HasSubstr("--start"));
  options.start = kMorning;
  auto report = add(text);
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  EXPECT_EQ(report->lines.unknown, 2U);
  EXPECT_EQ(samples("training_loss"), (Samples{{1, 3}, {2, 2}}));
}

TEST_F(BackfillTest, AttemptsAreFoldedInTheOrderOfTheirDates) {
  auto report = add(step("12:00:00", 1, 9) + step("12:00:10", 2, 8) +  //
                    step("10:00:00", 1, 7) + step("10:00:10", 2, 6));
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  EXPECT_EQ(samples("training_loss"), (Samples{{0, 7}, {10, 6}, {7200, 9}, {7210, 8}}));
  const Samples attempts = samples("training_attempts_total");
  EXPECT_EQ(attempts.front(), (std::pair<std::int64_t, double>{0, 1}));
  EXPECT_EQ(attempts.back().second, 2);
  EXPECT_TRUE(report->reordered);
}

TEST_F(BackfillTest, AttemptsThatOverlapAreKeptApart) {
  auto report = add(step("10:00:00", 1, 9) + step("10:20:00", 2, 8) +  //
                    step("10:10:00", 1, 7) + step("10:30:00", 2, 6));
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  EXPECT_EQ(samples("training_loss"), (Samples{{0, 9}, {1200, 8}}));
  EXPECT_EQ(samples("training_loss", "{run=\"a\",attempt=\"2\"}"), (Samples{{600, 7}, {1800, 6}}));
  EXPECT_EQ(report->apart, 1U);
}

// By their dates the steps go on from one attempt to the other.
TEST_F(BackfillTest, AttemptsThatOverlapAreCountedWhateverTheirSteps) {
  auto report = add(step("12:00:00", 40, 9) + step("11:41:00", 1, 8) + step("12:32:00", 2, 7));
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  const std::string others = ",format=\"cerebras\",path=\"a.log\"}";
  EXPECT_THAT(samples("training_run_info", "{run=\"a\",attempt=\"2\"" + others), SizeIs(Gt(0U)));
  const Samples first = samples("training_run_info", "{run=\"a\",attempt=\"1\"" + others);
  EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
  EXPECT_EQ(samples("training_attempts_total", "{run=\"a\",attempt=\"2\"}").back().second, 2);
  EXPECT_EQ(samples("training_loss", "{run=\"a\",attempt=\"2\"}"), (Samples{{7200, 9}}));
  EXPECT_EQ(report->last, kMorning + 2h + 32min);
}

// Nothing of what the other attempt had said by then, and nothing before its time.
TEST_F(BackfillTest, AnAttemptThatOverlapsTellsItsOwnAlone) {
  auto report =
      add({file("a.log", step("10:00:00", 1, 9) + step("10:40:00", 400, 8)),
           file("b.log", "2024-03-05 10:20:00,000 INFO: Compiling model. This may take a while.\n" +
                             step("10:25:00", 5, 7) + step("10:45:00", 9, 6)),
           file("c.log", step("12:00:00", 1, 5) + step("12:01:00", 2, 4))});
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  const Samples own = samples("training_iteration", "{run=\"a\",attempt=\"2\"}");
  ASSERT_FALSE(own.empty());
  EXPECT_EQ(own.front().second, 5);
  const std::string third = "{run=\"a\",attempt=\"3\",format=\"cerebras\",path=\"c.log\"}";
  ASSERT_FALSE(samples("training_run_info", third).empty());
  EXPECT_EQ(samples("training_run_info", third).front().first, 2 * 3600);
}

TEST_F(BackfillTest, ADatedLineOfNoFormatIsASignOfLife) {
  auto report = add(step("10:00:00", 1, 9) + step("10:00:10", 2, 8) +
                    "2024-03-05 10:05:00,000 INFO: some chatter\n");
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  constexpr double kTenSeconds = static_cast<double>(kTen) / 1000;
  EXPECT_EQ(samples("training_last_line_timestamp_seconds").back().second, kTenSeconds + 300);
  EXPECT_EQ(report->last, kMorning + 5min);
}

TEST_F(BackfillTest, ARunThatFinishedStaysForAnHour) {
  auto report = add(step("10:00:00", 1, 9) + step("10:00:10", 2, 8) +
                    "2024-03-05 10:00:20,000 INFO:   Training completed successfully!\n");
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  const Samples finished = samples("training_state", "{run=\"a\",state=\"finished\"}");
  ASSERT_FALSE(finished.empty());
  EXPECT_EQ(finished.back().second, 1);
  EXPECT_GT(finished.back().first, 3500);
  EXPECT_LT(finished.back().first, 3700);
}

TEST_F(BackfillTest, AnAttemptBetweenOthersIsOneMore) {
  auto report = add(step("10:00:00", 1, 9) + step("10:40:00", 2, 8) +  //
                    step("10:10:00", 1, 7) + step("10:20:00", 2, 6) +  //
                    step("11:00:00", 1, 5) + step("11:10:00", 2, 4));
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  EXPECT_EQ(samples("training_attempts_total").back().second, 3);
  EXPECT_EQ(samples("training_loss").back(), (std::pair<std::int64_t, double>{4200, 4}));
}

TEST_F(BackfillTest, FilesOfOneRunFollowTheirDatesToo) {
  auto report = add({file("later.log", step("11:00:00", 3, 2) + step("11:00:10", 4, 1)),
                     file("earlier.log", step("10:00:00", 1, 4) + step("10:00:10", 2, 3))});
  ASSERT_TRUE(report.has_value()) << report.error().to_string();
  EXPECT_EQ(samples("training_loss"), (Samples{{0, 4}, {10, 3}, {3600, 2}, {3610, 1}}));
}

TEST_F(BackfillTest, AStandstillIsSeenWhenItWouldHaveBeen) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += step("10:00:" + std::to_string(10 + i * 5), i + 1, 2);
  text += step("10:30:00", 11, 2);
  ASSERT_TRUE(add(text).has_value());
  // The last step before the gap was at 10:00:55, and the shortest timeout is two minutes.
  const Samples stalled = samples("training_stalled");
  const auto first = std::find_if(stalled.begin(), stalled.end(),
                                  [](const auto& sample) { return sample.second == 1; });
  ASSERT_NE(first, stalled.end());
  EXPECT_EQ(first->first, 55 + 120);
  const auto after =
      std::find_if(first, stalled.end(), [](const auto& sample) { return sample.second == 0; });
  ASSERT_NE(after, stalled.end());
  EXPECT_EQ(after->first, 1800);
  // Never so long without a sample that a query would not find one.
  for (std::size_t i = 1; stalled[i - 1].first < 1800; ++i) {
    EXPECT_LE(stalled[i].first - stalled[i - 1].first, 61);
  }
}

TEST_F(BackfillTest, ALongSilenceIsToldInStepsThatAQueryLooksBack) {
  ASSERT_TRUE(add(step("10:00:00", 1, 3) + step("20:00:00", 2, 2)).has_value());
  std::vector<std::int64_t> steps;
  const Samples stalled = samples("training_stalled");
  for (std::size_t i = 1; stalled[i].first < 10 * 3600; ++i) {
    steps.push_back(stalled[i].first - stalled[i - 1].first);
  }
  EXPECT_THAT(steps, Each(Lt(5 * 60)));
  // An hour of minutes, and nine of every fourth one.
  EXPECT_THAT(steps, SizeIs(AllOf(Gt(60 + 9 * 15 - 5), Lt(60 + 9 * 15 + 5))));
}

TEST_F(BackfillTest, OfTheTimeInWhichTheRunWasOnNoPageNothingIsSaid) {
  options.now = kMorning + 40 * 24h;
  const std::string april = "2024-04-05 10:00:";
  const auto later = [&](const std::string& text) { return april + text.substr(17); };
  ASSERT_TRUE(
      add(step("10:00:00", 1, 3) + later(step("10:00:10", 2, 2)) + later(step("10:00:20", 3, 2)))
          .has_value());
  constexpr std::int64_t kDay = 86400;
  for (const char* metric : {"training_attempts_total", "training_stalled"}) {
    const Samples all = samples(metric);
    EXPECT_TRUE(std::none_of(all.begin(), all.end(), [](const auto& sample) {
      return sample.first > 15 * kDay && sample.first < 30 * kDay;
    })) << metric;
    EXPECT_GT(all.back().first, 30 * kDay) << metric;
  }
}

TEST_F(BackfillTest, AResolutionHoldsForASilenceToo) {
  options.resolution = 30min;
  ASSERT_TRUE(add(step("10:00:00", 1, 3) + step("20:00:00", 2, 2)).has_value());
  EXPECT_THAT(samples("training_stalled"), SizeIs(Lt(25U)));
}

TEST_F(BackfillTest, ALogThatSimplyEndsStalls) {
  ASSERT_TRUE(add(step("10:00:00", 1, 3) + step("10:00:10", 2, 2)).has_value());
  EXPECT_EQ(samples("training_stalled").back().second, 1);
  EXPECT_EQ(samples("training_loss").back().first, 10);
}

TEST_F(BackfillTest, AClockThatIsBehindTheLogIsAnError) {
  options.now = kMorning - 1h;
  auto report = add(step("10:00:00", 1, 3));
  ASSERT_FALSE(report.has_value());
  EXPECT_THAT(report.error().message, HasSubstr("clock"));
}

TEST_F(BackfillTest, AFullDiskIsAnError) {
  scratch.room = 1000;
  auto report = add(step("10:00:00", 1, 3));
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().message, "the disk is full");
}

TEST_F(BackfillTest, AnUnknownFormatIsAnError) {
  auto report = add("once upon a time\n");
  ASSERT_FALSE(report.has_value());
  EXPECT_THAT(report.error().message, HasSubstr("no known format"));
  EXPECT_EQ(report.error().file, "a.log");
  EXPECT_TRUE(is_unknown_format(report.error()));
}

TEST_F(BackfillTest, ARunThatCannotBeReadLeavesTheOthersAlone) {
  options.now = kMorning + 1h;
  ASSERT_TRUE(add(step("10:00:00", 1, 3)));
  const LogFile bad = file("b.log", step("10:00:00", 1, 3) + step("10:00:10", 2, 3) +
                                        step("10:00:20", 3, 3) + step("23:00:00", 4, 3));
  auto report = add_to_others("b", bad);
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().file, "b.log");
  EXPECT_FALSE(is_unknown_format(report.error()));
  EXPECT_EQ(samples("training_loss", "{run=\"b\"}"), Samples{});
  EXPECT_EQ(samples("training_loss"), (Samples{{0, 3}}));
  EXPECT_TRUE(add_to_others("c", file("c.log", step("10:00:00", 1, 2))));
  EXPECT_EQ(samples("training_loss", "{run=\"c\"}"), (Samples{{0, 2}}));
}

}  // namespace
}  // namespace steptail::history
