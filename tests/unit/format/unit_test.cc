#include "format/unit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

namespace steptail::format {
namespace {

double factor(const std::optional<Scale>& scale) {
  return scale ? std::pow(10, scale->shift) * scale->times : 0;
}

struct Case {
  std::string_view unit;  // empty: none, of `dimension`
  std::string_view suffix;
  double factor;  // 0: no number
  Dimension dimension = Dimension::Plain;
};

Unit unit_of(const Case& c) {
  return c.unit.empty() ? default_unit(c.dimension) : *unit_from_name(c.unit);
}

TEST(Unit, PrintedUnitWinsOverTheFormats) {
  for (const Case& c : {Case{"s", "ms", 1e-3},
                        {"ms", "s", 1},
                        {"ms", "ms", 1e-3},
                        {"s", "sec", 1},
                        {"TFLOP/s", "TFLOPS", 1e12},
                        {"TFLOP/s", "GFLOPS", 1e9},
                        {"FLOP/s", "TFLOP/s/GPU", 1e12},
                        {"FLOP/s", "Tflops", 1e12},
                        {"percent", "%", 0.01},
                        {"min", "h", 3600},
                        {"s", "m", 60}}) {
    SCOPED_TRACE(std::string(c.unit) + " " + std::string(c.suffix));
    EXPECT_DOUBLE_EQ(c.factor, factor(scale_with_suffix(unit_of(c), c.suffix)));
  }
}

TEST(Unit, FormatSaysWhetherBytesCountIn1024) {
  constexpr double kMi = 1048576;
  for (const Case& c : {Case{"GiB", "GB", kMi * 1024},
                        {"GiB", "MB", kMi},
                        {"MiB", "M", kMi},
                        {"MiB", "MB", kMi},
                        {"GB", "MB", 1e6},
                        {"GB", "MiB", kMi},
                        {"MiB", "B", 1},
                        {"GiB", "GiB", kMi * 1024},
                        {"B", "G", 1e9}}) {
    SCOPED_TRACE(std::string(c.unit) + " " + std::string(c.suffix));
    EXPECT_DOUBLE_EQ(c.factor, factor(scale_with_suffix(unit_of(c), c.suffix)));
  }
}

TEST(Unit, PrefixAloneMultiplies) {
  for (const Case& c : {Case{"ms", "K", 1},
                        {"", "k", 1e3},
                        {"", "B", 1e9},
                        {"", "T", 1e12},
                        {"", "kit", 1e3},
                        {"k", "k", 1e3},
                        {"M", "k", 1e9},
                        {"TFLOP/s", "T", 1e12}}) {
    SCOPED_TRACE(std::string(c.unit) + " " + std::string(c.suffix));
    EXPECT_DOUBLE_EQ(c.factor, factor(scale_with_suffix(unit_of(c), c.suffix)));
  }
}

TEST(Unit, PrintedUnitCountsWhereItFitsTheField) {
  for (const Case& c : {Case{"", "ms", 1e-3, Dimension::Seconds},
                        {"", "GiB", 1073741824, Dimension::Bytes},
                        {"", "%", 0.01, Dimension::Ratio},
                        {"", "%", 1, Dimension::Plain},
                        {"", "ms", 1e-3, Dimension::Any},
                        {"", "m", 60, Dimension::Seconds},
                        {"", "it/s", 1, Dimension::Plain},
                        {"", "samples/sec", 1, Dimension::Plain},
                        {"", "tok/s", 1, Dimension::Plain},
                        {"", "ms/step", 1e-3, Dimension::Seconds},
                        {"", "ms", 0, Dimension::Plain},
                        {"", "GB", 0, Dimension::Seconds},
                        {"ms", "GB", 0}}) {
    SCOPED_TRACE(std::string(c.unit) + " " + std::string(c.suffix));
    EXPECT_DOUBLE_EQ(c.factor, factor(scale_with_suffix(unit_of(c), c.suffix)));
  }
}

TEST(Unit, UnknownLettersAreNoSuffix) {
  for (std::string_view suffix :
       {"x", "e", "th", "rank", "INFO", "b", "msx", "mm", "/s", "d", "E"}) {
    SCOPED_TRACE(suffix);
    EXPECT_FALSE(scale_with_suffix(default_unit(Dimension::Plain), suffix));
  }
}

TEST(Unit, FitsFieldsOfItsDimension) {
  EXPECT_TRUE(unit_fits(*unit_from_name("ms"), Dimension::Seconds));
  EXPECT_TRUE(unit_fits(*unit_from_name("hms"), Dimension::Seconds));
  EXPECT_FALSE(unit_fits(*unit_from_name("ms"), Dimension::Bytes));
  EXPECT_FALSE(unit_fits(*unit_from_name("percent"), Dimension::Plain));
  EXPECT_TRUE(unit_fits(*unit_from_name("M"), Dimension::Bytes));
  EXPECT_TRUE(unit_fits(*unit_from_name("GiB"), Dimension::Any));
  EXPECT_FALSE(unit_from_name("parsec"));
  EXPECT_FALSE(unit_from_name(""));
}

}  // namespace
}  // namespace steptail::format
