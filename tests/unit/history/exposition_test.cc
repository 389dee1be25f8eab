#include "history/exposition.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "unit/history/mem_scratch.h"
#include "unit/history/samples.h"

namespace steptail::history {
namespace {

std::string text_of(const SampleSpill& spill, std::vector<std::size_t>* pieces = nullptr) {
  std::string text;
  auto written = write_open_metrics(
      spill,
      [&](base::ByteBlock& block) -> base::Result<void> {
        if (pieces != nullptr) pieces->push_back(block.used);
        text.append(block.bytes().begin(), block.bytes().end());
        return {};
      },
      nullptr);
  EXPECT_TRUE(written.has_value());
  return text;
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

TEST(Exposition, IsWrittenInWholePiecesAndARest) {
  constexpr std::size_t kPieceBytes = std::size_t{512} * 1024;
  MemScratch scratch;
  SampleSpill spill(scratch);
  const auto loss = spill.open({.metric = row_of("training_loss"), .labels = "{run=\"a\"}"});
  std::string expected;
  for (int i = 0; i < 50'000; ++i) {
    spill.add(loss, {kNoon + i * 1000, static_cast<double>(i / 3)});
    expected += "training_loss{run=\"a\"} " + std::to_string(i / 3) + " " +
                std::to_string(kNoon / 1000 + i) + "\n";
  }
  spill.close_since(0);
  std::vector<std::size_t> pieces;
  const std::string text = text_of(spill, &pieces);
  EXPECT_EQ(text.substr(text.find("training_loss{")), expected + "# EOF\n");
  ASSERT_GT(pieces.size(), 2U);
  pieces.pop_back();
  for (const std::size_t piece : pieces) EXPECT_EQ(piece % kPieceBytes, 0U);
}

}  // namespace
}  // namespace steptail::history
