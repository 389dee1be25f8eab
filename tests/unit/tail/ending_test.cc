#include "tail/ending.h"

#include <gtest/gtest.h>

namespace steptail::tail {
namespace {

using namespace std::chrono_literals;

struct Case {
  const char* name;
  AwayState state;
  Verdict expected;
};

const Case kCases[] = {
    {"a copy", {.copy = true}, Verdict::Close},
    {"unlinked, just read", {.unlinked = true, .ends_seen = 1, .quiet = 5s}, Verdict::Keep},
    {"unlinked, quiet", {.unlinked = true, .ends_seen = 2, .quiet = 1s}, Verdict::Close},
    {"unlinked, still written", {.unlinked = true, .ends_seen = 2, .quiet = 500ms}, Verdict::Keep},
    {"renamed, the new file says nothing yet", {.ends_seen = 9, .quiet = 60s}, Verdict::Keep},
    {"renamed, the new file speaks, not quiet for long",
     {.successor_has_bytes = true, .ends_seen = 9, .quiet = 4s},
     Verdict::Keep},
    {"renamed, the new file speaks, one look",
     {.successor_has_bytes = true, .ends_seen = 1, .quiet = 60s},
     Verdict::Keep},
    {"renamed, the new file speaks",
     {.successor_has_bytes = true, .ends_seen = 2, .quiet = 5s},
     Verdict::TellEnd},
    {"told already",
     {.ended = true, .successor_has_bytes = true, .ends_seen = 2, .quiet = 60s},
     Verdict::Keep},
    {"renamed many files ago, just read",
     {.successor_has_bytes = true, .newer_files = 64, .ends_seen = 0, .quiet = 0s},
     Verdict::Close},
    {"renamed many files ago, and none of them speaks",
     {.newer_files = 64, .ends_seen = 2, .quiet = 4s},
     Verdict::Keep},
    {"renamed long ago", {.ends_seen = 2, .quiet = 10min}, Verdict::Close},
    {"told long ago", {.ended = true, .ends_seen = 2, .quiet = 10min}, Verdict::Close},
};

TEST(Ending, JudgesAFileThatIsNoLongerAtItsPath) {
  for (const auto& c : kCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(c.expected, judge_away(c.state, {}));
  }
}

TEST(Ending, IsAskedAgainWhenItMaySaySomethingElse) {
  EXPECT_EQ(3s, next_judgement({.successor_has_bytes = true, .ends_seen = 2, .quiet = 2s}, {}));
  EXPECT_EQ(1s, next_judgement({.unlinked = true, .ends_seen = 0, .quiet = 0s}, {}));
  EXPECT_EQ(1s, next_judgement({.successor_has_bytes = true, .ends_seen = 1, .quiet = 60s}, {}));
  EXPECT_EQ(10min, next_judgement({.ends_seen = 2, .quiet = 0s}, {}));
}

TEST(Ending, IsLookedAtLessAndLessOftenAndRarelyOnceItWasTold) {
  for (const bool ended : {false, true}) {
    EXPECT_EQ(250ms, look_interval(0s, ended));
    EXPECT_EQ(1s, look_interval(4s, ended));
    EXPECT_EQ(1500ms, look_interval(60s, ended));
  }
  EXPECT_EQ(1500ms, look_interval(5min, false));
  EXPECT_EQ(5s, look_interval(5min, true));
}

}  // namespace
}  // namespace steptail::tail
