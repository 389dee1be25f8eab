#include "format/duration_text.h"

#include <gtest/gtest.h>

#include <string_view>

namespace steptail::format {
namespace {

struct Case {
  std::string_view text;
  double seconds;
  std::string_view behind;  // what is left over
};

TEST(DurationText, ReadsEveryWayThatLogsPrintThem) {
  for (const Case& c : {Case{"1:02:03", 3723, ""},
                        {"12:30", 750, ""},
                        {"0:36:58.55", 2218.55, ""},
                        {"878:01:48,", 3160908, ","},
                        {"1 day, 4:11:09", 101469, ""},
                        {"3 days, 1:20:41]", 264041, "]"},
                        {"2h 21m 10s", 8470, ""},
                        {"2h 21m", 8460, ""},
                        {"5d13h2m1s", 478921, ""},
                        {"400d22h17m,", 34640220, ","},
                        {"42s", 42, ""},
                        {"1.5h", 5400, ""},
                        {"10m, 3s", 600, ", 3s"},
                        {"2m 5 left", 120, " 5 left"},
                        {"19 hours, 33 minutes and 42.5 seconds", 70422.5, ""},
                        {"1 hour and 1 minute, then", 3660, ", then"},
                        {"1 day, 2 hours, 3 minutes and 4 seconds]", 93784, "]"},
                        {"20.5 seconds, total", 20.5, ", total"},
                        {"-0:00:05", -5, ""}}) {
    SCOPED_TRACE(c.text);
    const auto number = read_duration(c.text, 0);
    ASSERT_TRUE(number);
    EXPECT_DOUBLE_EQ(c.seconds, number->value);
    EXPECT_EQ(c.behind, c.text.substr(number->end));
  }
}

TEST(DurationText, RefusesWhatIsNone) {
  for (std::string_view text : {"",
                                "x",
                                "?",
                                "-",
                                "12",
                                "12.5",
                                "1:2:3:4",
                                "1:",
                                "1 day",
                                "1 day, ",
                                "1 day, 5",
                                "2 days, 3 items",
                                "3 days 1:20:41",
                                "12:30pm",
                                "5 s",
                                "5sec",
                                "1:02:03.5.6",
                                "2h21",
                                "None",
                                ":30"}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(read_duration(text, 0));
  }
}

TEST(DurationText, ReadsFromTheMiddleOfALine) {
  const auto number = read_duration("[00:10<01:48, 8.33it/s]", 7);
  ASSERT_TRUE(number);
  EXPECT_EQ(108, number->value);
  EXPECT_EQ(12U, number->end);
}

}  // namespace
}  // namespace steptail::format
