#include "run/run_table.h"

#include <gtest/gtest.h>

namespace steptail::run {
namespace {

RunIdentity named(const std::string& name) { return {.labels = {{"run", name}}}; }

TEST(RunTable, GivesOneRunAnIdentity) {
  RunTable table(10, {});
  auto* run = table.open(named("a"), "scratch").run;
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(table.open(named("a"), "scratch").run, run);
  EXPECT_NE(table.open(named("b"), "scratch").run, run);
  EXPECT_EQ(table.find(named("a").key()), run);
  table.erase(named("a").key());
  EXPECT_EQ(table.find(named("a").key()), nullptr);
}

TEST(RunTable, RefusesAnIdentityThatAnotherEntryOwns) {
  RunTable table(10, {});
  ASSERT_NE(table.open(named("a"), "scratch").run, nullptr);
  RunTable::Lookup refused = table.open(named("a"), "home");
  EXPECT_EQ(refused.run, nullptr);
  EXPECT_EQ(refused.refusal, RunTable::Refusal::Identity);
}

TEST(RunTable, RefusesRunsPastItsBound) {
  RunTable table(1, {});
  ASSERT_NE(table.open(named("a"), "scratch").run, nullptr);
  EXPECT_EQ(table.open(named("b"), "scratch").refusal, RunTable::Refusal::Runs);
  EXPECT_NE(table.open(named("a"), "scratch").run, nullptr);
  run::Run another;
  another.identity = named("c");
  EXPECT_FALSE(table.restore(std::move(another)));
}

TEST(RunTable, IdentitiesThatReadAlikeAreNotOne) {
  RunIdentity one{.labels = {{"a", "x1:b1:y"}}};
  RunIdentity two{.labels = {{"a", "x"}, {"b", "y"}}};
  EXPECT_NE(one.key(), two.key());
}

}  // namespace
}  // namespace steptail::run
