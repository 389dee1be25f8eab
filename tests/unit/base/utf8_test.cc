#include "base/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace steptail::base {
namespace {

struct Case {
  const char* name;
  std::string bytes;
  char32_t value;
  std::size_t length;
};

TEST(Utf8, ReadsWhatIsWellFormedAndNothingElse) {
  const Case cases[] = {
      {"empty", "", 0, 0},
      {"ascii", "a", U'a', 1},
      {"NUL is a code point", std::string(1, '\0'), 0, 1},
      {"two bytes", "\xC3\xA9x", 0xE9, 2},
      {"three bytes", "\xE2\x82\xAC", 0x20AC, 3},
      {"four bytes", "\xF0\x9F\x98\x80", 0x1F600, 4},
      {"the last one", "\xF4\x8F\xBF\xBF", 0x10FFFF, 4},
      {"past the last one", "\xF4\x90\x80\x80", 0, 0},
      {"overlong slash", "\xC0\xAF", 0, 0},
      {"overlong in three", "\xE0\x80\xAF", 0, 0},
      {"overlong in four", "\xF0\x80\x80\xAF", 0, 0},
      {"surrogate", "\xED\xA0\x80", 0, 0},
      {"before the surrogates", "\xED\x9F\xBF", 0xD7FF, 3},
      {"stray continuation", "\x80", 0, 0},
      {"cut", "\xE2\x82", 0, 0},
      {"wrong continuation", "\xE2\x28\xA1", 0, 0},
      {"no lead byte", "\xFF", 0, 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    CodePoint point = first_code_point(c.bytes);
    EXPECT_EQ(point.length, c.length);
    EXPECT_EQ(point.value, c.value);
  }
}

TEST(Utf8, GoesThroughATextByCodePointsAndByBytesThatAreNone) {
  std::string_view text = "a\xE2\x82\xAC\xFFz";
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto [point, bytes] = take_code_point(text);
    parts.emplace_back(std::to_string(point.length) + ":" + std::string(bytes));
  }
  EXPECT_EQ(parts, (std::vector<std::string>{"1:a", "3:\xE2\x82\xAC", "0:\xFF", "1:z"}));
}

TEST(Utf8, KnowsWhatMayNotReachATerminal) {
  for (char32_t c : {U'\0', U'\n', U'\x1B', U'\x7F', U'\x85', U'\x9F', U'\u2028', U'\u2029'})
    EXPECT_TRUE(is_control(c));
  for (char32_t c : {U' ', U'~', U'\u00A0', U'\u2027', U'\u202A'}) EXPECT_FALSE(is_control(c));
}

TEST(Utf8, CutsNoCodePoint) {
  EXPECT_EQ("abc", first_bytes("abc", 3));
  EXPECT_EQ("ab", first_bytes("abc", 2));
  EXPECT_EQ("a", first_bytes("a\xE2\x82\xAC", 3));
  EXPECT_EQ("a\xE2\x82\xAC", first_bytes("a\xE2\x82\xAC.", 4));
  EXPECT_EQ("", first_bytes("\xE2\x82\xAC", 2));
}

}  // namespace
}  // namespace steptail::base
