#include "web/held_bodies.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace steptail::web {
namespace {

std::shared_ptr<const std::string> body_of(std::size_t bytes) {
  return std::make_shared<const std::string>(bytes, 'x');
}

TEST(HeldBodies, CountsABodyOnceHoweverManyReadIt) {
  HeldBodies held(100);
  const auto page = body_of(60);
  std::vector<HeldBodies::Share> readers;
  for (int i = 0; i < 50; ++i) readers.push_back(held.try_hold(page));
  for (const auto& reader : readers) EXPECT_TRUE(reader);
  EXPECT_TRUE(held.try_hold(body_of(40)));
  EXPECT_FALSE(held.try_hold(body_of(41)));
}

TEST(HeldBodies, GivesBackWhenTheLastReaderGoes) {
  HeldBodies held(100);
  const auto page = body_of(60);
  const auto other = body_of(60);
  auto first = held.try_hold(page);
  auto second = held.try_hold(page);
  first = {};
  EXPECT_FALSE(held.try_hold(other));
  second = {};
  EXPECT_TRUE(held.try_hold(other));
}

TEST(HeldBodies, HoldsOneThatIsLargerThanAll) {
  HeldBodies held(100);
  const auto huge = body_of(1000);
  auto share = held.try_hold(huge);
  EXPECT_TRUE(share);
  EXPECT_TRUE(held.try_hold(huge));
  EXPECT_FALSE(held.try_hold(body_of(5))) << "until it is read";
}

TEST(HeldBodies, AShareKeepsItsBodyAlive) {
  HeldBodies held(100);
  auto page = body_of(100);
  auto share = held.try_hold(page);
  const std::weak_ptr<const std::string> watched = page;
  page.reset();
  EXPECT_FALSE(watched.expired());
  share = {};
  EXPECT_TRUE(watched.expired());
  EXPECT_TRUE(held.try_hold(body_of(100)));
}

TEST(HeldBodies, MovesAShareOnlyOnce) {
  HeldBodies held(10);
  const auto page = body_of(10);
  auto share = held.try_hold(page);
  HeldBodies::Share moved(std::move(share));
  EXPECT_TRUE(moved);
  moved = {};
  EXPECT_TRUE(held.try_hold(body_of(10)));
}

}  // namespace
}  // namespace steptail::web
