#include "format/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

namespace steptail::format {
namespace {

struct Case {
  std::string_view text;
  double value;
  std::string_view behind;  // what is left over
};

TEST(Number, EndsAtABoundary) {
  const Unit plain = default_unit(Dimension::Plain);
  for (const Case& c : {Case{"2.5", 2.5, ""},
                        {"2.5 |", 2.5, " |"},
                        {"5,423,", 5423, ","},
                        {"12/100", 12, "/100"},
                        {"3456/3567/120", 3456, "/3567/120"},
                        {"0.123.", 0.123, "."},
                        {"5...", 5, ".."},
                        {"12]", 12, "]"},
                        {"12)", 12, ")"},
                        {"1.26'", 1.26, "'"},
                        {"12: loss", 12, ": loss"},
                        {"683-1364", 683, "-1364"},
                        {"8.33it/s,", 8.33, ","},
                        {"1.2k", 1200, ""},
                        {"0.17%throughput", 0.17, "throughput"},
                        {"3[12/100]", 3, "[12/100]"},
                        {"0.71+0.01", 0.71, "+0.01"},
                        {"1 day", 1, " day"},
                        {"12:345", 12, ":345"},
                        {"1:2", 1, ":2"},
                        {"2.31(2.4)", 2.31, "(2.4)"}}) {
    SCOPED_TRACE(c.text);
    const auto number = read_number(c.text, 0, plain, true);
    ASSERT_TRUE(number);
    EXPECT_EQ(c.value, number->value);
    EXPECT_EQ(c.behind, c.text.substr(number->end));
  }
}

TEST(Number, IsNoneWhereItRunsIntoSomethingElse) {
  const Unit plain = default_unit(Dimension::Plain);
  for (std::string_view text : {"",
                                "None",
                                "N/A",
                                "n/a",
                                "null",
                                "???",
                                "-",
                                "True",
                                "{loss:.4f}",
                                "%d",
                                "2.4[default3]:  iteration",
                                "2.48[rank0]:",
                                "2.4[0]:",
                                "2.4[1,0]<stderr>:",
                                "2.4[2024-04-10 06:15:58]",
                                "2.4(TaskRunner pid=87031) step",
                                "2.4(WorkerDict pid=90",
                                "2.4W0410 06:15:58",
                                "2.4INFO:",
                                "2.42024-04-10 06:15",
                                "2.4_5",
                                "1.2.3",
                                "1.2.3.4",
                                "2024-04-10",
                                "2024/04/10",
                                "06:15:58",
                                "06:15",
                                "0:01:23",
                                "2nd",
                                "8x7b",
                                "0x1f",
                                "1e",
                                "2.1E+",
                                "1_000"}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(read_number(text, 0, plain, true));
  }
}

TEST(Number, ScalesByTheUnitAndItsSuffix) {
  struct UnitCase {
    std::string_view unit;
    std::string_view text;
    double value;
  };
  for (const UnitCase& c : {UnitCase{"ms", "12.5", 0.0125},
                            {"ms", "11.5K", 11.5},
                            {"s", "950ms", 0.95},
                            {"GiB", "0.5GB", 536870912},
                            {"GiB", "34.5GiB(36.65%)", 37044092928},
                            {"MiB", "4161M", 4363124736},
                            {"percent", "46.7%", 0.467},
                            {"percent", "60%|███", 0.6},
                            {"FLOP/s", "112.9TFLOPS", 1.129e14},
                            {"FLOP/s", "917.3GFLOPS", 9.173e11},
                            {"hms", "1:02:03", 3723},
                            {"min", "1.5m", 90},
                            {"h", "0.25", 900},
                            {"MiB", "30132.1474609375", 30132.1474609375 * 1048576}}) {
    SCOPED_TRACE(c.text);
    const auto number = read_number(c.text, 0, *unit_from_name(c.unit), true);
    ASSERT_TRUE(number);
    EXPECT_EQ(c.value, number->value);
  }
}

TEST(Number, MayBeNanOrInfinite) {
  const Unit plain = default_unit(Dimension::Plain);
  for (std::string_view text : {"nan", "    nan", "nan.0", "NaN,", "-nan", "nan%"}) {
    SCOPED_TRACE(text);
    const auto number = read_number(text, text.find_first_not_of(' '), plain, true);
    ASSERT_TRUE(number);
    EXPECT_TRUE(std::isnan(number->value));
  }
  EXPECT_TRUE(std::isnan(read_number("nanms", 0, *unit_from_name("ms"), true)->value));
  EXPECT_TRUE(std::isinf(read_number("-inf)", 0, plain, true)->value));
  EXPECT_FALSE(read_number("nancy", 0, plain, true));
  EXPECT_FALSE(read_number("info", 0, plain, true));
  EXPECT_FALSE(read_number("inference", 0, plain, true));
}

TEST(Number, SaysWhetherItIsWhole) {
  const Unit plain = default_unit(Dimension::Plain);
  EXPECT_TRUE(read_number("12,", 0, plain, true)->is_whole);
  EXPECT_FALSE(read_number("12.0,", 0, plain, true)->is_whole);
  EXPECT_FALSE(read_number("12k", 0, plain, true)->is_whole);
}

}  // namespace
}  // namespace steptail::format
