#include "pipeline/iteration_profile.h"

#include <gtest/gtest.h>

namespace steptail::pipeline {
namespace {

IterationProfile profile_of(double first, double step, int count) {
  IterationProfile profile;
  for (int i = 0; i < count; ++i) profile.add(first + step * i, std::nullopt, "a line");
  return profile;
}

TEST(IterationProfile, HasNoPercentileOfNoLine) {
  EXPECT_FALSE(IterationProfile().percentile(0.5).has_value());
}

TEST(IterationProfile, IsWithinTwoPercentHoweverTheTimesAreSpread) {
  const IterationProfile profile = profile_of(0.001, 0.001, 10'000);
  for (const double share : {0.01, 0.1, 0.5, 0.9, 0.99}) {
    EXPECT_NEAR(1, *profile.percentile(share) / (share * 10), 0.02) << share;
  }
  EXPECT_EQ(10, *profile.percentile(1));
}

// 200.35 to 200.67 ms lie in one bucket.
TEST(IterationProfile, TellsTimesApartThatAreNearlyEqual) {
  const IterationProfile profile = profile_of(0.20035, 0.00001, 33);
  EXPECT_NEAR(0.20051, *profile.percentile(0.5), 0.00001);
  EXPECT_NEAR(0.20064, *profile.percentile(0.9), 0.00001);
  EXPECT_LE(*profile.percentile(0.99), *profile.percentile(1));
}

TEST(IterationProfile, KeepsOneTimeAsItIs) {
  const IterationProfile profile = profile_of(0.3, 0, 5);
  EXPECT_EQ(0.3, *profile.percentile(0));
  EXPECT_EQ(0.3, *profile.percentile(0.5));
}

}  // namespace
}  // namespace steptail::pipeline
