#include "format/regex.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

#include "format/format.h"
#include "format/format_set.h"

namespace steptail::format {
namespace {

void expect_same_groups(const std::string& pattern) {
  const auto compiled = Regex::compile(pattern);
  ASSERT_TRUE(compiled.has_value()) << pattern;
  const Regex deferred = Regex::deferred(pattern);
  EXPECT_EQ(compiled->group_count(), deferred.group_count()) << pattern;
  EXPECT_EQ(compiled->groups(), deferred.groups()) << pattern;
}

TEST(Regex, ReadsTheGroupsOffAPatternAsRe2CountsThem) {
  for (const char* pattern : {"", "a", "(a)", "(?:a)", "(?i)a", "(?P<x>a)", R"(\(a)", R"(\\(a))",
                              "[(]", "[])(](b)", "[^](](b)", R"([\](](c))", "(a(?P<y>b)(?:c(d)))",
                              R"(\[(a)])", "[[:alpha:](](a)", "((((a))))"}) {
    expect_same_groups(pattern);
  }
}

TEST(Regex, ReadsTheGroupsOfAllBuiltinPatterns) {
  std::size_t patterns = 0;
  const auto proved = FormatSet::builtin();
  const auto sources = FormatSet::builtin_sources();
  const auto checked = FormatSet::load(sources, {});
  ASSERT_TRUE(checked.has_value());
  const auto deferred = proved->formats();
  const auto compiled = (*checked)->formats();
  ASSERT_EQ(compiled.size(), deferred.size());
  for (std::size_t f = 0; f < compiled.size(); ++f) {
    ASSERT_EQ(compiled[f]->rules.size(), deferred[f]->rules.size());
    for (std::size_t r = 0; r < compiled[f]->rules.size(); ++r) {
      const Rule& rule = *compiled[f]->rules[r];
      if (!rule.regex) continue;
      ++patterns;
      EXPECT_EQ(rule.regex->groups(), deferred[f]->rules[r]->regex->groups()) << rule.name;
      EXPECT_EQ(rule.regex->group_count(), deferred[f]->rules[r]->regex->group_count())
          << rule.name;
    }
  }
  EXPECT_GT(patterns, 100U);
}

TEST(Regex, IsCompiledOnceHoweverManyThreadsSearch) {
  const Regex regex = Regex::deferred("loss=(?P<loss>[0-9.]+)");
  std::vector<std::thread> threads;
  std::array<std::string, 8> found;
  for (std::string& loss : found) {
    threads.emplace_back([&] {
      std::array<std::string_view, 2> groups;
      if (regex.search("step 5 loss=2.5", groups)) loss = groups[1];
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(std::all_of(found.begin(), found.end(),
                          [](const std::string& loss) { return loss == "2.5"; }));
}

}  // namespace
}  // namespace steptail::format
