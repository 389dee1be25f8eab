#include "run/history.h"

#include <gtest/gtest.h>

#include <limits>

namespace steptail::run {
namespace {

using Points = std::vector<History::Point>;

TEST(History, KeepsAllPointsWhileThereIsRoom) {
  History history;
  EXPECT_TRUE(history.points().empty());
  Points expected;
  for (double x = 0; x < 128; ++x) {
    history.add(x, -x);
    expected.push_back({x, -x});
    EXPECT_EQ(history.points(), expected);
  }
}

TEST(History, StaysBoundedEvenlySpreadAndExactAtItsEnds) {
  History history;
  for (double x = 0; x < 100'000; ++x) {
    history.add(x, 2 * x);
    Points points = history.points();
    ASSERT_LE(points.size(), History::kCapacity);
    ASSERT_EQ(points.front(), (History::Point{0, 0}));
    ASSERT_EQ(points.back(), (History::Point{x, 2 * x}));
  }
  Points points = history.points();
  ASSERT_GE(points.size(), History::kCapacity / 2);
  double apart = points[1].x - points[0].x;
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    ASSERT_EQ(points[i].x - points[i - 1].x, apart);
  }
}

TEST(History, PointOfTheSameStepReplacesTheNewest) {
  History history;
  history.add(1, 5);
  history.add(1, 6);
  history.add(2, 7);
  EXPECT_EQ(history.points(), (Points{{1, 6}, {2, 7}}));
}

TEST(History, WhatIsNotFiniteIsNoPoint) {
  History history;
  history.add(1, std::numeric_limits<double>::quiet_NaN());
  history.add(std::numeric_limits<double>::infinity(), 1);
  EXPECT_TRUE(history.points().empty());
}

TEST(History, GoesOnAfterALoadAsIfNothingHadBeen) {
  History straight;
  History saved;
  for (double x = 0; x < 1000; ++x) {
    straight.add(x, x);
    saved.add(x, x);
    base::ByteWriter out;
    saved.save(out);
    base::ByteReader in(out.bytes());
    saved = History();
    saved.load(in);
    ASSERT_TRUE(in.ok() && in.at_end());
    ASSERT_EQ(saved.points(), straight.points());
  }
}

}  // namespace
}  // namespace steptail::run
