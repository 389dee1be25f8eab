#include "tail/path_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace steptail::tail {
namespace {

using ::testing::HasSubstr;

PathPattern parsed(const std::string& text) {
  auto pattern = PathPattern::parse(text);
  EXPECT_TRUE(pattern.has_value()) << text << ": " << pattern.error().message;
  return *pattern;
}

// "name=value name=value" in order, or "no".
std::string match(const std::string& pattern, const std::string& path) {
  auto labels = parsed(pattern).match(path);
  if (!labels) return "no";
  std::string text;
  for (const auto& [name, value] : *labels) {
    text += (text.empty() ? "" : " ") + name + "=" + value;
  }
  return text;
}

struct MatchCase {
  const char* pattern;
  const char* path;
  const char* expected;
};

constexpr MatchCase kMatches[] = {
    // labels
    {"/s/{user}/{run}/logs/*.out", "/s/anna/gpt-7/logs/0.out", "run=gpt-7 user=anna"},
    {"/s/{run}.log", "/s/a.b.log", "run=a.b"},
    {"/s/{run}.log", "/s/.log", "no"},
    {"/s/{run}.log", "/s/a/b.log", "no"},
    {"/s/{name}-{run}.out", "/s/my-big-job-42.out", "name=my-big-job run=42"},
    {"/s/{run}_rank{rank}.log", "/s/exp_rank1_rank3.log", "rank=3 run=exp_rank1"},
    {"/s/*/rank_{rank}.log", "/s/a/rank_0.log", "rank=0 run=a/rank"},
    {"/s/*/rank{rank}.log", "/s/a/rank10.log", "rank=10 run=a/rank"},
    {"/s/*/{rank}/train.log", "/s/a/7/train.log", "rank=7 run=a/train"},
    {"/s/a/{rank}.log", "/s/a/3.log", "rank=3 run=a"},
    {"/s/{a}{run}", "/s/xyz", "a=xy run=z"},
    {"/s/{a}{run}", "/s/x", "no"},
    // * and ? stay within a component
    {"/s/*.out", "/s/a.out", "run=a"},
    {"/s/*.out", "/s/.out", "run=.out"},
    {"/s/*.out", "/s/a/b.out", "no"},
    {"/s/*/x", "/s//x", "run=/x"},
    {"/s/a?c", "/s/abc", "run=abc"},
    {"/s/a?c", "/s/a/c", "no"},
    {"/s/*", "/s/a.out.1", "run=a.out"},
    {"/s/a*b*c", "/s/aXbbYbc", "run=aXbbYbc"},
    {"/s/a*b*c", "/s/aXcYd", "no"},
    // sets
    {"/s/r[0-9].log", "/s/r7.log", "run=r7"},
    {"/s/r[0-9].log", "/s/rx.log", "no"},
    {"/s/r[!0-9].log", "/s/rx.log", "run=rx"},
    {"/s/r[^0-9].log", "/s/r7.log", "no"},
    {"/s/r[!a]b", "/s/r/b", "no"},
    {"/s/r[]x].log", "/s/r].log", "run=r]"},
    {"/s/r[a-].log", "/s/r-.log", "run=r-"},
    // alternatives
    {"/s/*.{out,log}", "/s/a.log", "run=a"},
    {"/s/*.{out,log}", "/s/a.txt", "no"},
    {"/s/{a,b{1,2}}.log", "/s/b2.log", "run=b2"},
    {"/s/{a,b{1,2}}.log", "/s/b.log", "no"},
    {"/s/x{,.old}", "/s/x", "run=x"},
    {"/s/{a,ab}c", "/s/abc", "run=abc"},
    {"/s/{new/deep,old}/{run}", "/s/new/deep/r1", "run=r1"},
    // **
    {"/s/**/*.out", "/s/a.out", "run=a"},
    {"/s/**/*.out", "/s/x/y/a.out", "run=x/y/a"},
    {"/s/**/logs/{run}.out", "/s/logs/logs/logs/a.out", "run=a"},
    {"/s/**/logs/{run}.out", "/s/xlogs/a.out", "no"},
    {"/s/**", "/s/a/b", "run=a/b"},
    {"/s/**", "/s", "no"},
    {"/s/**", "/s/", "no"},
    // the default of run
    {"/s/train.log", "/s/train.log", "run=train"},
    {"/s/{user}/t.log", "/s/anna/t.log", "run=anna/t user=anna"},
    {"/*.log", "/a.log", "run=a"},
    {"/s/*", "/s/.hidden", "run=.hidden"},
    {"/s/*/x", "/s/v1.2/x", "run=v1.2/x"},
    // relative ones
    {"logs/{run}.out", "logs/a.out", "run=a"},
    {"logs/{run}.out", "/home/x/logs/a.out", "run=a"},
    {"logs/{run}.out", "/home/xlogs/a.out", "no"},
    {"**/*.err", "/s/deep/a.err", "run=/s/deep/a"},
    {"*.err", "/s/deep/a.err", "run=/s/deep/a"},
    {"*.err", "/s/deep/a.out", "no"},
    // literal characters
    {"/s/\\{x\\}\\*.log", "/s/{x}*.log", "run={x}*"},
    {"/s/a,b.log", "/s/a,b.log", "run=a,b"},
    {"/s/é*.log", "/s/één.log", "run=één"},
    {"/s/a.log", "/s/aXlog", "no"},
};

TEST(PathPattern, MatchesAndCaptures) {
  for (const auto& c : kMatches) {
    SCOPED_TRACE(std::string(c.pattern) + " on " + c.path);
    EXPECT_EQ(c.expected, match(c.pattern, c.path));
  }
}

struct ErrorCase {
  const char* pattern;
  int column;
  const char* message;
};

constexpr ErrorCase kErrors[] = {
    {"", 1, "is empty"},
    {"/s/{state}/x", 4, "reserved"},
    {"/s/{__x}/x", 4, "reserved"},
    {"/s/{quantile}/x", 4, "{run_quantile}, would be right"},
    {"/s/{a}/{a}", 8, "twice"},
    {"/s/{}/x", 4, "names nothing"},
    {"/s/{a b}/x", 4, "no label name"},
    {"/s/{1}/x", 4, "no label name"},
    {"/s/{run/x", 4, "'{' without '}'"},
    {"/s/{a,b/x", 4, "'{' without '}'"},
    {"/s/{a,{b,c}/x", 4, "'{' without '}'"},
    {"/s/{a,{b}}/x", 7, "inside alternatives"},
    {"/s/run}/x", 7, "'}' without '{'"},
    {"/s/[abc", 4, "'[' without ']'"},
    {"/s/[z-a]", 4, "backwards"},
    {"/s/a**", 5, "within a name '*' is right"},
    {"/s/**a", 4, "within a name '*' is right"},
    {"/s/***/a", 4, "within a name '*' is right"},
    {"/s/x\\", 5, "at the end"},
    {"/s/dir/", 7, "ends in '/'"},
};

TEST(PathPattern, SaysWhereAPatternIsWrongAndWhatWouldBeRight) {
  for (const auto& c : kErrors) {
    SCOPED_TRACE(c.pattern);
    auto pattern = PathPattern::parse(c.pattern);
    ASSERT_FALSE(pattern.has_value());
    EXPECT_EQ(c.column, pattern.error().column);
    EXPECT_THAT(pattern.error().message, HasSubstr(c.message));
  }
}

TEST(PathPattern, RefusesEveryReservedLabel) {
  for (const char* name :
       {"job", "instance", "le", "quantile", "phase", "stat", "component", "split", "kind", "key",
        "state", "class", "field", "format", "path", "attempt"}) {
    EXPECT_FALSE(PathPattern::parse("/s/{" + std::string(name) + "}").has_value()) << name;
  }
  EXPECT_TRUE(PathPattern::parse("/s/{run}/{rank}").has_value());
}

struct PrefixCase {
  const char* pattern;
  const char* expected;
};

constexpr PrefixCase kPrefixes[] = {
    {"/s/{user}/x", "/s"},
    {"/s/deep/down/a*.log", "/s/deep/down"},
    {"/*.log", "/"},
    {"/s/train.log", "/s"},
    {"logs/*.out", "logs"},
    {"*.out", "."},
    {"/s/a\\*b/{run}", "/s/a*b"},
    {"/s/x{a,b}/c", "/s"},
};

TEST(PathPattern, StartsScanningAtItsFixedPrefix) {
  for (const auto& c : kPrefixes) {
    SCOPED_TRACE(c.pattern);
    EXPECT_EQ(c.expected, parsed(c.pattern).fixed_prefix());
  }
}

struct BelowCase {
  const char* pattern;
  const char* directory;
  bool expected;
};

constexpr BelowCase kBelow[] = {
    {"/s/{user}/runs/*.out", "/s", true},
    {"/s/{user}/runs/*.out", "/s/anna", true},
    {"/s/{user}/runs/*.out", "/s/anna/runs", true},
    {"/s/{user}/runs/*.out", "/s/anna/home", false},
    {"/s/{user}/runs/*.out", "/s/anna/runs/deeper", false},
    {"/s/{user}/runs/*.out", "/t", false},
    {"/s/**/x.out", "/s/any/where", true},
    {"/s/{a,b}/x", "/s/a", true},
    {"/s/{a,b}/x", "/s/c", false},
    {"/x.log", "/", true},
};

TEST(PathPattern, TellsWhichDirectoriesCanHoldAMatch) {
  for (const auto& c : kBelow) {
    SCOPED_TRACE(std::string(c.pattern) + " below " + c.directory);
    EXPECT_EQ(c.expected, parsed(c.pattern).may_match_below(c.directory));
  }
}

struct NamesCase {
  const char* pattern;
  const char* directory;
  std::optional<std::vector<std::string>> expected;
};

const NamesCase kNames[] = {
    {"/s/{user}/runs/*.out", "/s", std::nullopt},
    {"/s/{user}/runs/*.out", "/s/anna", {{"runs"}}},
    {"/s/{user}/runs/*.out", "/s/anna/runs", std::nullopt},
    {"/s/*/train.log", "/s/a", {{"train.log"}}},
    {"/s/*/r{1,2{a,b}}/x", "/s/a", {{"r1", "r2a", "r2b"}}},
    {"/s/*/{a,b*}/x", "/s/a", std::nullopt},
    {"/s/*/a[1]/x", "/s/a", std::nullopt},
    {"/s/**/x.out", "/s/a", std::nullopt},
    {"/s/*/a\\*b", "/s/a", {{"a*b"}}},
    {"/s/{a,b}/x", "/t", std::vector<std::string>{}},
    {"/x.log", "/", {{"x.log"}}},
};

TEST(PathPattern, TellsTheNamesThatItSpellsOutInADirectory) {
  for (const auto& c : kNames) {
    SCOPED_TRACE(std::string(c.pattern) + " in " + c.directory);
    auto names = parsed(c.pattern).names_in(c.directory);
    if (names) std::sort(names->begin(), names->end());
    EXPECT_EQ(c.expected, names);
  }
}

TEST(PathPattern, SpellsOutNoMoreNamesThanCanBeLookedFor) {
  std::string pattern = "/s/*/";
  for (int i = 0; i < 60; ++i) pattern += "{a,b}";
  EXPECT_EQ(std::nullopt, parsed(pattern).names_in("/s/x"));
}

TEST(PathPattern, NeverTakesExponentialTime) {
  std::string pattern = "/s/";
  for (int i = 0; i < 50; ++i) pattern += "*a";
  std::string path = "/s/" + std::string(3000, 'a') + "b";
  EXPECT_EQ("no", match(pattern, path));
  EXPECT_EQ("no", match("/**/**/**/**/**/**/**/x", "/" + std::string(2000, '/')));
}

}  // namespace
}  // namespace steptail::tail
