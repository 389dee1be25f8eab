#include "history/sample_spill.h"

#include <gtest/gtest.h>

#include <vector>

#include "unit/history/mem_scratch.h"
#include "unit/history/samples.h"

namespace steptail::history {
namespace {

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

TEST(SampleSpill, ASeriesThatRestedGoesOnInItsOrder) {
  MemScratch scratch;
  SampleSpill spill(scratch);
  const auto first = spill.open({});
  const auto second = spill.open({});
  constexpr int kRounds = 5;
  constexpr int kSamples = 700;
  for (int i = 0; i < kRounds * kSamples; ++i) {
    spill.add(first, {i, 1});
    spill.add(second, {i, 2});
    if (i % kSamples == 0) spill.rest(i % 2 == 0 ? first : second);
  }
  spill.close_since(0);
  for (const auto series : {first, second}) {
    const std::vector<Sample> all = read_all(spill, series);
    ASSERT_EQ(all.size(), kRounds * kSamples);
    EXPECT_EQ(spill.samples(series), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(all[i].milliseconds, static_cast<std::int64_t>(i));
      EXPECT_EQ(all[i].value, series == first ? 1 : 2);
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

}  // namespace
}  // namespace steptail::history
