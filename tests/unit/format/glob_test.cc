#include "format/glob.h"

#include <gtest/gtest.h>

namespace steptail::format {
namespace {

TEST(Glob, MatchesTheWholeText) {
  struct Case {
    const char* glob;
    const char* text;
    bool matches;
  };
  for (const Case& c : {Case{"abc", "abc", true},
                        {"abc", "abcd", false},
                        {"abc", "xabc", false},
                        {"", "", true},
                        {"", "a", false},
                        {"*", "", true},
                        {"*", "abc", true},
                        {"**", "abc", true},
                        {"* loss", "lm loss", true},
                        {"* loss", " loss", true},
                        {"* loss", "loss", false},
                        {"* loss", "lm loss scale", false},
                        {"*abd", "abcabd", true},
                        {"*abc", "abcx", false},
                        {"a*", "a", true},
                        {"a*", "ba", false},
                        {"*:*", "a:b", true},
                        {"*:*", "ab", false},
                        {"a*c*d", "abcabd", true},
                        {"a*d*c", "abcabd", false},
                        {"ab*ba", "aba", false},
                        {"a*b*b", "ab", false},
                        {"interval*time", "interval-time", true}}) {
    EXPECT_EQ(c.matches, Glob(c.glob).matches(c.text)) << c.glob << " on " << c.text;
  }
}

}  // namespace
}  // namespace steptail::format
