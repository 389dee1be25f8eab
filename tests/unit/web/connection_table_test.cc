#include "web/connection_table.h"

#include <gtest/gtest.h>

namespace steptail::web {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

struct FakePeer final : Peer {
  int sheds = 0;
  int finishes = 0;
  void shed() override { ++sheds; }
  void finish() override { ++finishes; }
};

struct ConnectionTableTest : testing::Test {
  ConnectionTable table{2};
  std::shared_ptr<FakePeer> a = std::make_shared<FakePeer>(), b = std::make_shared<FakePeer>(),
                            c = std::make_shared<FakePeer>();
  static base::MonoTime at(int second) { return base::MonoTime(seconds(second)); }
  static constexpr seconds kPatience{1};
};

TEST_F(ConnectionTableTest, ShedsNobodyWhileThereIsRoom) {
  table.add(a, at(0));
  EXPECT_TRUE(table.make_room(at(100), kPatience));
  EXPECT_EQ(a->sheds, 0);
}

TEST_F(ConnectionTableTest, ShedsTheLongestIdleFirst) {
  table.add(a, at(0));
  table.add(b, at(0));
  table.set_phase(*b, PeerPhase::Idle, at(1));
  table.set_phase(*a, PeerPhase::Idle, at(2));
  EXPECT_TRUE(table.make_room(at(2), kPatience));
  EXPECT_EQ(b->sheds, 1);
  EXPECT_EQ(a->sheds, 0);
  EXPECT_EQ(table.size(), 1u);
}

TEST_F(ConnectionTableTest, PrefersAnIdleOneToALongReadingOne) {
  table.add(a, at(0));
  table.add(b, at(0));
  table.set_phase(*b, PeerPhase::Idle, at(50));
  EXPECT_TRUE(table.make_room(at(51), kPatience));
  EXPECT_EQ(b->sheds, 1);
}

TEST_F(ConnectionTableTest, GivesAHeadThatIsComingInSomeTime) {
  table.add(a, at(0));
  table.add(b, at(0));
  EXPECT_FALSE(table.make_room(at(0) + milliseconds(999), kPatience));
  EXPECT_TRUE(table.make_room(at(1), kPatience));
  EXPECT_EQ(a->sheds, 1);
  EXPECT_EQ(b->sheds, 0);
}

TEST_F(ConnectionTableTest, NeverShedsOneThatIsBeingAnswered) {
  table.add(a, at(0));
  table.add(b, at(0));
  table.set_phase(*a, PeerPhase::Busy, at(0));
  table.set_phase(*b, PeerPhase::Busy, at(0));
  EXPECT_FALSE(table.make_room(at(1000), kPatience));
}

TEST_F(ConnectionTableTest, ForgetsWhatIsShedOrRemoved) {
  table.add(a, at(0));
  table.add(b, at(0));
  EXPECT_TRUE(table.make_room(at(5), kPatience));
  table.set_phase(*a, PeerPhase::Idle, at(6));  // a late word from the one that was shed
  table.remove(*a);
  table.remove(*b);
  EXPECT_EQ(table.size(), 0u);
  EXPECT_EQ(a.use_count(), 1);
  EXPECT_EQ(b.use_count(), 1);
}

TEST_F(ConnectionTableTest, FinishesAllAndWaitsForThem) {
  table.add(a, at(0));
  table.add(b, at(0));
  table.set_phase(*b, PeerPhase::Busy, at(0));
  table.finish_all();
  EXPECT_EQ(a->finishes, 1);
  EXPECT_EQ(b->finishes, 1);
  EXPECT_FALSE(table.wait_until_empty(milliseconds(1)));
  table.remove(*a);
  table.remove(*b);
  EXPECT_TRUE(table.wait_until_empty(seconds(100)));
}

TEST_F(ConnectionTableTest, ShedsWhoeverHasBeenSlowForLongest) {
  table.add(a, at(0));
  table.add(b, at(0));
  table.set_phase(*b, PeerPhase::Writing, at(1));
  table.set_phase(*a, PeerPhase::Reading, at(2));
  EXPECT_FALSE(table.make_room(at(1), kPatience));
  EXPECT_TRUE(table.make_room(at(9), kPatience));
  EXPECT_EQ(b->sheds, 1) << "a reader of an answer is as slow as a sender of a head";
}

TEST_F(ConnectionTableTest, ShedsAHolderForAnotherRequestOnly) {
  table.add(a, at(0));
  table.add(b, at(0));
  table.set_phase(*a, PeerPhase::Writing, at(0));
  table.set_phase(*b, PeerPhase::Holding, at(1));
  EXPECT_FALSE(table.shed_holder(at(1) + milliseconds(999), kPatience));
  EXPECT_TRUE(table.shed_holder(at(2), kPatience));
  EXPECT_EQ(a->sheds, 0);
  EXPECT_EQ(b->sheds, 1);
  EXPECT_FALSE(table.shed_holder(at(9), kPatience));
}

}  // namespace
}  // namespace steptail::web
