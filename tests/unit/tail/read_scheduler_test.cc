#include "tail/read_scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace steptail::tail {
namespace {

using ::testing::ElementsAre;
using StreamId = ReadScheduler::StreamId;

// Streams with a backlog each.
struct Streams {
  std::map<StreamId, std::size_t> left;
  std::vector<StreamId> order;

  ReadScheduler::Reader reader() {
    return [this](StreamId id, std::size_t budget) {
      order.push_back(id);
      auto bytes = std::min(left[id], budget);
      left[id] -= bytes;
      return ReadScheduler::Step{.bytes = bytes, .more = left[id] > 0};
    };
  }
};

TEST(ReadScheduler, ReadsInTheOrderOfMarkingAndEachOnce) {
  ReadScheduler scheduler;
  Streams streams;
  for (StreamId id : {3U, 1U, 3U, 2U, 1U}) scheduler.mark(id);
  EXPECT_EQ(3U, scheduler.size());
  EXPECT_FALSE(scheduler.turn(streams.reader()));
  EXPECT_THAT(streams.order, ElementsAre(3, 1, 2));
  EXPECT_TRUE(scheduler.empty());
}

TEST(ReadScheduler, SaysWhoseTurnComesSoon) {
  ReadScheduler scheduler;
  for (StreamId id : {3U, 1U, 2U}) scheduler.mark(id);
  EXPECT_EQ(3U, scheduler.upcoming(0));
  EXPECT_EQ(2U, scheduler.upcoming(2));
  EXPECT_EQ(0U, scheduler.upcoming(3));
}

TEST(ReadScheduler, GivesEachStreamItsShareAndPutsItAtTheEnd) {
  ReadScheduler scheduler;
  Streams streams{.left = {{1, 600 * 1024}, {2, 10}}};
  scheduler.mark(1);
  scheduler.mark(2);
  EXPECT_TRUE(scheduler.turn(streams.reader()));
  EXPECT_EQ(600U * 1024 - 256 * 1024, streams.left[1]);
  EXPECT_EQ(0U, streams.left[2]);
  EXPECT_TRUE(scheduler.turn(streams.reader()));
  EXPECT_FALSE(scheduler.turn(streams.reader()));
  EXPECT_EQ(0U, streams.left[1]);
}

TEST(ReadScheduler, ReadsNoMoreThanATurnAllows) {
  ReadScheduler scheduler({.stream_bytes = 100, .turn_bytes = 250});
  Streams streams{.left = {{1, 100}, {2, 100}, {3, 100}, {4, 100}}};
  for (StreamId id = 1; id <= 4; ++id) scheduler.mark(id);
  EXPECT_TRUE(scheduler.turn(streams.reader()));
  EXPECT_THAT(streams.order, ElementsAre(1, 2, 3));
  EXPECT_EQ(50U, streams.left[3]);
  EXPECT_FALSE(scheduler.turn(streams.reader()));
  EXPECT_THAT(streams.order, ElementsAre(1, 2, 3, 4, 3));
}

TEST(ReadScheduler, BoundsATurnOfStreamsThatHaveNothingToSay) {
  ReadScheduler scheduler({.turn_steps = 2});
  Streams streams;
  for (StreamId id = 1; id <= 3; ++id) scheduler.mark(id);
  EXPECT_TRUE(scheduler.turn(streams.reader()));
  EXPECT_THAT(streams.order, ElementsAre(1, 2));
}

TEST(ReadScheduler, LeavesWhatIsMarkedDuringATurnForTheNext) {
  ReadScheduler scheduler;
  std::vector<StreamId> order;
  scheduler.mark(1);
  bool left = scheduler.turn([&](StreamId id, std::size_t) {
    order.push_back(id);
    scheduler.mark(1);
    scheduler.mark(2);
    return ReadScheduler::Step{};
  });
  EXPECT_TRUE(left);
  EXPECT_THAT(order, ElementsAre(1));
  EXPECT_EQ(2U, scheduler.size());
}

TEST(ReadScheduler, ServesASmallStreamWhileAHugeBacklogDrains) {
  ReadScheduler scheduler;
  Streams streams{.left = {{1, 1'000'000'000}, {2, 10}}};
  scheduler.mark(1);
  scheduler.turn(streams.reader());
  scheduler.mark(2);
  scheduler.turn(streams.reader());
  EXPECT_EQ(0U, streams.left[2]);
}

TEST(ReadScheduler, EndsATurnWhenItsTimeIsUpAndGoesOnThereInTheNext) {
  ReadScheduler scheduler;
  Streams streams;
  for (StreamId id = 1; id <= 5; ++id) scheduler.mark(id);
  auto after_two = [&] { return streams.order.size() % 2 == 0; };
  EXPECT_TRUE(scheduler.turn(streams.reader(), after_two));
  EXPECT_THAT(streams.order, ElementsAre(1, 2));
  EXPECT_TRUE(scheduler.turn(streams.reader(), after_two));
  EXPECT_FALSE(scheduler.turn(streams.reader(), after_two));
  EXPECT_THAT(streams.order, ElementsAre(1, 2, 3, 4, 5));
}

}  // namespace
}  // namespace steptail::tail
