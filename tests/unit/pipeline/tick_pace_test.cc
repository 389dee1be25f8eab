#include "pipeline/tick_pace.h"

#include <gtest/gtest.h>

namespace steptail::pipeline {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(TickPace, IsASecondWhereTicksAreCheap) {
  EXPECT_EQ(seconds(1), rest_after(base::Duration{0}));
  EXPECT_EQ(seconds(1), rest_after(milliseconds(40)));
}

TEST(TickPace, SlowsDownByAQuarterAtMostWhereTheyAreDear) {
  EXPECT_EQ(milliseconds(1125), rest_after(milliseconds(45)));
  for (const auto took : {milliseconds(50), milliseconds(100), milliseconds(250)}) {
    EXPECT_EQ(milliseconds(1250), rest_after(took) + took);
  }
}

TEST(TickPace, RestsASecondHoweverLongATickTakes) { EXPECT_EQ(seconds(1), rest_after(seconds(3))); }

}  // namespace
}  // namespace steptail::pipeline
