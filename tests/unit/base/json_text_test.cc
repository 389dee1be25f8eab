#include "base/json_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace steptail::base {
namespace {

std::string quoted(std::string_view raw) {
  std::string out;
  append_json_string(out, raw);
  return out;
}

std::string number(double value) {
  std::string out;
  append_json_number(out, value);
  return out;
}

TEST(JsonText, EscapesWhatJsonAndBrowsersStumbleOver) {
  EXPECT_EQ(quoted(""), "\"\"");
  EXPECT_EQ(quoted("a/b"), "\"a/b\"");
  EXPECT_EQ(quoted("\"\\"), "\"\\\"\\\\\"");
  EXPECT_EQ(quoted("a\nb\tc\r"), "\"a\\nb\\tc\\u000d\"");
  EXPECT_EQ(quoted(std::string_view("\0", 1)), "\"\\u0000\"");
  EXPECT_EQ(quoted("\xE2\x80\xA8\xC2\x85"), "\"\\u2028\\u0085\"");
  EXPECT_EQ(quoted("\xC3\xA9"), "\"\xC3\xA9\"");
  EXPECT_EQ(quoted("\xFF\xC0\xAF"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST(JsonText, WritesNumbersShortestAndTheOthersAsText) {
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(1e6), "1e+06");
  EXPECT_EQ(number(-0.0), "-0");
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "\"NaN\"");
  EXPECT_EQ(number(std::numeric_limits<double>::infinity()), "\"+Inf\"");
  EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "\"-Inf\"");
}

}  // namespace
}  // namespace steptail::base
