#include "web/held_bodies.h"

#include <gtest/gtest.h>

#include <vector>

namespace steptail::web {
namespace {

TEST(HeldBodies, CountsABodyOnceHoweverManyReadIt) {
  HeldBodies held(100);
  const std::string page(60, 'p');
  std::vector<HeldBodies::Share> readers;
  for (int i = 0; i < 50; ++i) readers.push_back(held.try_hold(page));
  for (const auto& reader : readers) EXPECT_TRUE(reader);
  EXPECT_TRUE(held.try_hold(std::string(40, 'q')));
  EXPECT_FALSE(held.try_hold(std::string(41, 'q')));
}

TEST(HeldBodies, GivesBackWhenTheLastReaderGoes) {
  HeldBodies held(100);
  const std::string page(60, 'p');
  const std::string other(60, 'o');
  auto first = held.try_hold(page);
  auto second = held.try_hold(page);
  first = {};
  EXPECT_FALSE(held.try_hold(other));
  second = {};
  EXPECT_TRUE(held.try_hold(other));
}

TEST(HeldBodies, HoldsOneThatIsLargerThanAll) {
  HeldBodies held(100);
  const std::string huge(1000, 'h');
  auto share = held.try_hold(huge);
  EXPECT_TRUE(share);
  EXPECT_TRUE(held.try_hold(huge));
  EXPECT_FALSE(held.try_hold("small")) << "until it is read";
}

TEST(HeldBodies, MovesAShareOnlyOnce) {
  HeldBodies held(10);
  const std::string page(10, 'p');
  auto share = held.try_hold(page);
  HeldBodies::Share moved(std::move(share));
  EXPECT_TRUE(moved);
  moved = {};
  EXPECT_TRUE(held.try_hold(std::string(10, 'q')));
}

}  // namespace
}  // namespace steptail::web
