#include "run/run_table.h"

#include <gtest/gtest.h>

namespace steptail::run {
namespace {

RunIdentity named(const std::string& name) { return {.labels = {{"run", name}}}; }

TEST(RunTable, GivesOneRunAnIdentityOfAnEntry) {
  RunTable table(10, {});
  auto* run = table.open("scratch", named("a"));
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(table.open("scratch", named("a")), run);
  EXPECT_NE(table.open("scratch", named("b")), run);
  EXPECT_NE(table.open("home", named("a")), run);
  table.erase(RunTable::key_of("scratch", named("a")));
  EXPECT_EQ(table.runs().size(), 2U);
}

TEST(RunTable, RefusesRunsPastItsBound) {
  RunTable table(1, {});
  ASSERT_NE(table.open("scratch", named("a")), nullptr);
  EXPECT_EQ(table.open("scratch", named("b")), nullptr);
  EXPECT_NE(table.open("scratch", named("a")), nullptr);
  run::Run another;
  another.identity = named("c");
  EXPECT_FALSE(table.restore(std::move(another)));
}

TEST(RunTable, ListsItsRunsInTheOrderOfTheirKeysWhateverCameAndWent) {
  RunTable table(10, {});
  const auto expect_listed = [&table] {
    ASSERT_EQ(table.listed().size(), table.runs().size());
    auto listed = table.listed().begin();
    for (const auto& [key, run] : table.runs()) {
      EXPECT_EQ(*listed->key, key);
      EXPECT_EQ((listed++)->run, run.get());
    }
  };
  expect_listed();
  for (const char* name : {"b", "c", "a"}) table.open("scratch", named(name));
  expect_listed();
  table.erase(RunTable::key_of("scratch", named("b")));
  expect_listed();
  table.give(RunTable::key_of("scratch", named("a")), "zoo");
  expect_listed();
  run::Run another;
  another.identity = named("d");
  ASSERT_TRUE(table.restore(std::move(another)));
  expect_listed();
}

TEST(RunTable, GivesNoNumberTwice) {
  RunTable table(10, {});
  const std::uint64_t first = table.open("scratch", named("a"))->number;
  EXPECT_EQ(table.open("scratch", named("a"))->number, first);
  table.erase(RunTable::key_of("scratch", named("a")));
  const std::uint64_t second = table.open("scratch", named("a"))->number;
  EXPECT_NE(second, first);
  run::Run another;
  another.identity = named("b");
  ASSERT_TRUE(table.restore(std::move(another)));
  EXPECT_GT(table.find(RunTable::key_of("", named("b")))->number, second);
}

TEST(RunTable, IdentitiesThatReadAlikeAreNotOne) {
  RunIdentity one{.labels = {{"a", "x1:b1:y"}}};
  RunIdentity two{.labels = {{"a", "x"}, {"b", "y"}}};
  EXPECT_NE(one.key(), two.key());
  EXPECT_NE(RunTable::key_of("x1:y", {}), RunTable::key_of("x", {{{"y", ""}}}));
}

}  // namespace
}  // namespace steptail::run
