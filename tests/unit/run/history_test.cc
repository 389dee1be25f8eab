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

TEST(History, CopiesGoOnEachByItself) {
  for (const int before : {1, 5, 9, 100, 127, 128, 300}) {
    SCOPED_TRACE(before);
    History first;
    for (int x = 0; x < before; ++x) first.add(x, 1);
    const History as_it_was = first;
    const Points known = as_it_was.points();
    History second = first;
    for (int x = before; x < before + 3; ++x) {
      first.add(x, 2);
      second.add(x, 3);
    }
    EXPECT_EQ(as_it_was.points(), known);
    EXPECT_EQ(first.points().back(), (History::Point{before + 2.0, 2}));
    EXPECT_EQ(second.points().back(), (History::Point{before + 2.0, 3}));
    EXPECT_EQ(first.points().size(), second.points().size());
    for (const History::Point& point : first.points()) EXPECT_EQ(point.y, point.x < before ? 1 : 2);
    for (const History::Point& point : second.points()) {
      EXPECT_EQ(point.y, point.x < before ? 1 : 3);
    }
  }
}

}  // namespace
}  // namespace steptail::run
