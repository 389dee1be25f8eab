#include "format/decimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace steptail::format {
namespace {

double read(std::string_view text, int shift = 0) {
  return to_double(read_decimal(text, true), shift);
}

TEST(Decimal, GivesTheNearestDouble) {
  for (const char* text : {"0",
                           "1",
                           "7.21e-5",
                           "0.1",
                           "0.30000000000000004",
                           "2.134e+00",
                           "123456789012345678",
                           "12345678901234567890123",
                           "9007199254740993",
                           "9007199254740992.5",
                           "1e22",
                           "1e23",
                           "4.9406564584124654e-324",
                           "2.2250738585072011e-308",
                           "1.7976931348623157e308",
                           "179769313486231580793e289",
                           "0.000000000000000000000000000000123",
                           "1e-400",
                           "1e400",
                           "100000000000000000000000000000000000000000000",
                           "6.0221e23",
                           "1.",
                           ".5",
                           "00012.50"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(std::strtod(text, nullptr), read(text));
  }
}

TEST(Decimal, GivesTheNearestDoubleOfAnyDigits) {
  std::mt19937_64 random(20240506);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const std::uint64_t digits = 1 + random() % 25;
    const std::uint64_t point = random() % (digits + 1);
    for (std::uint64_t i = 0; i < digits; ++i) {
      if (i == point) text += '.';
      text += static_cast<char>('0' + random() % 10);
    }
    if (random() % 2 == 0) text += "e" + std::to_string(static_cast<int>(random() % 640) - 320);
    ASSERT_EQ(std::strtod(text.c_str(), nullptr), read(text)) << text;
  }
}

TEST(Decimal, RoundsOnceWhenAUnitShiftsThePoint) {
  struct Case {
    const char* text;
    int shift;
    double expected;
  };
  for (const Case& c : {Case{"12.5", -3, 0.0125},
                        {"913.0", -3, 0.913},
                        {"317.51", -3, 0.31751},
                        {"98.72", -2, 0.9872},
                        {"112.9", 12, 1.129e14},
                        {"0.1", 3, 100},
                        {"1.1e-3", 3, 1.1},
                        {"12345678901234567890.5", -3, 12345678901234567.8905},
                        {"4.35", 2, 435},
                        {"1e310", -10, 1e300},
                        {"1e-320", 20, 1e-300}}) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(c.expected, read(c.text, c.shift));
  }
}

TEST(Decimal, ReadsSignsAndWords) {
  EXPECT_EQ(-2.5, read("-2.5"));
  EXPECT_EQ(2.5, read("+2.5"));
  EXPECT_TRUE(std::signbit(read("-0.0")));
  for (const char* text : {"nan", "NaN", "NAN", "-nan", "+nan", "nan.0"}) {
    SCOPED_TRACE(text);
    EXPECT_TRUE(std::isnan(read(text)));
  }
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(infinity, read("inf"));
  EXPECT_EQ(infinity, read("Infinity"));
  EXPECT_EQ(-infinity, read("-inf"));
}

TEST(Decimal, EndsWhereTheNumberEnds) {
  struct Case {
    const char* text;
    const char* number;  // empty: none
  };
  for (const Case& c : {Case{"12abc", "12"},
                        {"1.5.2", "1.5"},
                        {"5,423 x", "5,423"},
                        {"1,234,567.25,", "1,234,567.25"},
                        {"1,23", "1"},
                        {"1,2345", "1"},
                        {"1234,567", "1234"},
                        {"0.5,423", "0.5"},
                        {"1e", "1"},
                        {"1e+", "1"},
                        {"1E-05]", "1E-05"},
                        {"2.", "2."},
                        {"-", ""},
                        {"+", ""},
                        {".", ""},
                        {"-.", ""},
                        {"", ""},
                        {"e5", ""},
                        {"None", ""},
                        {"N/A", ""},
                        {"--1", ""},
                        {"- 1", ""},
                        {"infer", "inf"},
                        {"nanms", "nan"},
                        {"nan.05", "nan.0"},
                        {"0x1f", "0"},
                        {",123", ""}}) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(c.number, read_decimal(c.text, true).text);
  }
}

TEST(Decimal, TakesCommasOnlyWhereAllowed) {
  EXPECT_EQ("5", read_decimal("5,423", false).text);
  EXPECT_EQ(5423, read("5,423"));
  EXPECT_EQ(4194304000, read("4,194,304,000"));
  EXPECT_EQ(12345678901234567890123.0, read("12,345,678,901,234,567,890,123"));
}

TEST(Decimal, SaysWhetherItIsWhole) {
  EXPECT_TRUE(read_decimal("12", true).is_whole);
  EXPECT_TRUE(read_decimal("1,200", true).is_whole);
  EXPECT_FALSE(read_decimal("12.0", true).is_whole);
  EXPECT_FALSE(read_decimal("1e3", true).is_whole);
}

TEST(Decimal, SurvivesExponentsBeyondAnyBound) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(infinity, read("1e99999999999999999999"));
  EXPECT_EQ(0, read("1e-99999999999999999999"));
  EXPECT_EQ(0, read("0e99999999999999999999"));
  EXPECT_EQ(infinity, read(std::string(5000, '9')));
  EXPECT_EQ(0, read("0." + std::string(5000, '0') + "1"));
  EXPECT_EQ(1, read("0." + std::string(600, '0') + "1e601"));
}

}  // namespace
}  // namespace steptail::format
