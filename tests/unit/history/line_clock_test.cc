#include "history/line_clock.h"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

namespace steptail::history {
namespace {

using namespace std::chrono_literals;
using std::chrono::sys_days;
using std::chrono::year;

const base::WallTime kDay = sys_days{year{2024} / 3 / 5};

Steps steps(double seconds, std::size_t format = 0) {
  return {.seconds = seconds, .format = format};
}

LineClock clock_at(base::WallTime start) { return {lines::TimeZone::utc(), start}; }

// What a first pass learns: the scales of the walks.
void learn(LineClock& clock, std::vector<float>& scales) {
  if (auto scale = clock.take_scale()) scales.push_back(*scale);
}

TEST(LineClock, ALineIsOfItsOwnTimestamp) {
  LineClock clock = clock_at(kDay);
  EXPECT_EQ(clock.at(kDay + 5s, std::nullopt), kDay + 5s);
  EXPECT_EQ(clock.at(std::nullopt, std::nullopt), kDay + 5s);
}

TEST(LineClock, ProgressWithoutADateIsWalkedFromTheProgressBefore) {
  LineClock clock = clock_at(kDay);
  EXPECT_EQ(clock.at(std::nullopt, steps(4)), kDay + 4s);
  EXPECT_EQ(clock.at(std::nullopt, steps(4)), kDay + 8s);
}

TEST(LineClock, ADateShortlyBeforeAProgressLineIsItsOwn) {
  LineClock clock = clock_at(kDay);
  clock.at(kDay, steps(5));
  clock.at(kDay + 4900ms, std::nullopt);
  EXPECT_EQ(clock.at(std::nullopt, steps(5)), kDay + 4900ms);
  EXPECT_FALSE(clock.open_scale(kDay + 1h).has_value());
}

TEST(LineClock, ADateLongBeforeAProgressLineIsNot) {
  LineClock clock = clock_at(kDay);
  clock.at(kDay, steps(100));
  clock.at(kDay + 1s, std::nullopt);  // a save, say
  EXPECT_EQ(clock.at(std::nullopt, steps(100)), kDay + 100s);
}

TEST(LineClock, FormatsWalkByThemselves) {
  LineClock clock = clock_at(kDay);
  clock.at(kDay + 10s, steps(5, 0));
  EXPECT_EQ(clock.at(std::nullopt, steps(5, 1)), kDay + 10s);
  clock.at(std::nullopt, steps(5, 1));
  EXPECT_EQ(clock.now(), kDay + 15s);
}

TEST(LineClock, AWalkThatGoesTooFarIsShortenedTheNextTime) {
  LineClock first = clock_at(kDay);
  std::vector<float> scales;
  first.at(kDay, std::nullopt);
  first.at(std::nullopt, steps(20));
  first.at(std::nullopt, steps(20));
  first.at(kDay + 30s, std::nullopt);
  learn(first, scales);
  ASSERT_EQ(scales, std::vector<float>{0.75F});

  LineClock second(lines::TimeZone::utc(), kDay, &scales);
  second.at(kDay, std::nullopt);
  EXPECT_EQ(second.at(std::nullopt, steps(20)), kDay + 15s);
  EXPECT_EQ(second.at(std::nullopt, steps(20)), kDay + 30s);
  EXPECT_EQ(second.at(kDay + 30s, std::nullopt), kDay + 30s);
}

TEST(LineClock, WhatComesBeforeTheFirstDateIsWalkedBackFromIt) {
  LineClock clock(lines::TimeZone::utc(), std::nullopt);
  clock.at(std::nullopt, steps(10));
  clock.at(std::nullopt, steps(10));
  EXPECT_FALSE(clock.anchored());
  EXPECT_EQ(clock.walked_seconds(), 20);
  EXPECT_EQ(clock.at(kDay, std::nullopt), kDay);
  EXPECT_TRUE(clock.anchored());
  EXPECT_EQ(clock.at(std::nullopt, steps(10)), kDay + 10s);
}

TEST(LineClock, NeverGoesBack) {
  LineClock clock = clock_at(kDay);
  clock.at(kDay + 10s, std::nullopt);
  EXPECT_EQ(clock.at(kDay + 9s, std::nullopt), kDay + 10s);
  EXPECT_EQ(clock.at(kDay - 3h, std::nullopt), kDay + 10s);
}

TEST(LineClock, TheHourThatComesAgainIsTheSecondOneWhenTimesWouldGoBack) {
  auto zone = lines::TimeZone::named("Europe/Zurich");
  ASSERT_TRUE(zone.has_value());
  const base::WallTime first = sys_days{year{2024} / 10 / 27} + 0h + 59min;  // 02:59 in summer
  LineClock clock(*zone, first);
  clock.at(first, std::nullopt);
  // 02:01 in winter time, read as that of summer time.
  EXPECT_EQ(clock.at(first - 58min, std::nullopt), first + 2min);
  EXPECT_EQ(clock.zone_jumps(), 0U);
}

TEST(LineClock, TwoZonesInOneLogAreNoticed) {
  LineClock clock = clock_at(kDay);
  for (int i = 0; i < 4; ++i) {
    clock.at(kDay + i * 10s + 2h, std::nullopt);
    clock.at(kDay + i * 10s + 5s, std::nullopt);
  }
  EXPECT_EQ(clock.zone_jumps(), 4U);
}

TEST(LineClock, DaysBackAreNoZone) {
  LineClock clock = clock_at(kDay);
  clock.at(kDay + 72h, std::nullopt);
  clock.at(kDay, std::nullopt);
  EXPECT_EQ(clock.zone_jumps(), 0U);
}

}  // namespace
}  // namespace steptail::history
