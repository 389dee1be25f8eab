#include "support/exposition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace steptail::support {
namespace {

constexpr auto kText = ExpositionFormat::Text004;
constexpr auto kOpenMetrics = ExpositionFormat::OpenMetrics100;

const std::string kGauge = "# HELP g Help.\n# TYPE g gauge\n";
const std::string kCounter = "# HELP c_total Help.\n# TYPE c_total counter\n";
const std::string kSummary = "# HELP s Help.\n# TYPE s summary\n";

struct PageCase {
  const char* name;
  std::string page;
  const char* error;  // a part of the message
};

void expect_errors(const std::vector<PageCase>& cases, ExpositionFormat format) {
  for (const PageCase& c : cases) {
    SCOPED_TRACE(c.name);
    const auto parsed = parse_exposition(c.page, format);
    if (parsed) {
      ADD_FAILURE() << "accepted";
      continue;
    }
    EXPECT_NE(parsed.error().message.find(c.error), std::string::npos) << parsed.error().message;
  }
}

TEST(Exposition, ReadsAPage) {
  const auto page =
      parse_exposition(kGauge + "g{b=\"x\\\\y\\\"z\\n\",a=\"\xC3\xB6\"} 1e+06\ng NaN\n" + kSummary +
                           "s_sum{p=\"f\"} 1.5\ns_count{p=\"f\"} 2\n",
                       kText);
  ASSERT_TRUE(page) << page.error().to_string();
  ASSERT_EQ(page->families.size(), 2U);
  EXPECT_EQ(page->value("g", {{"a", "\xC3\xB6"}}), 1e6);
  EXPECT_EQ(page->value("g", {{"b", "x\\y\"z\n"}}), 1e6);
  EXPECT_EQ(page->value("s_count"), 2);
  EXPECT_EQ(page->value("g"), std::nullopt) << "two series";
  EXPECT_TRUE(std::isnan(page->families[0].samples[1].value));
  ASSERT_NE(page->family("s"), nullptr);
  EXPECT_EQ(page->family("s")->type, "summary");
}

TEST(Exposition, ReadsAnOpenMetricsPage) {
  const auto page = parse_exposition(
      "# HELP c_bytes Help.\n# TYPE c_bytes counter\n# UNIT c_bytes bytes\nc_bytes_total 3\n# "
      "EOF\n",
      kOpenMetrics);
  ASSERT_TRUE(page) << page.error().to_string();
  EXPECT_EQ(page->value("c_bytes_total"), 3);
  EXPECT_EQ(page->families[0].unit, "bytes");
}

TEST(Exposition, AnEmptyPageIsAPage) {
  EXPECT_TRUE(parse_exposition("", kText));
  EXPECT_TRUE(parse_exposition("# EOF\n", kOpenMetrics));
}

TEST(Exposition, FindsWrongFamilies) {
  expect_errors(
      {
          {"sample without family", "g 1\n", "without family"},
          {"no TYPE", "# HELP g Help.\ng 1\n", "before its TYPE"},
          {"no HELP", "# TYPE g gauge\ng 1\n", "belongs to no family"},
          {"no samples", kGauge, "no samples"},
          {"no samples and another", kGauge + kCounter + "c_total 1\n", "no samples"},
          {"a stranger", kGauge + "h 1\n", "stands in the family"},
          {"interleaved", kGauge + "g 1\n" + kCounter + "c_total 1\n" + kGauge + "g{a=\"b\"} 1\n",
           "family twice"},
          {"TYPE twice", kGauge + "# TYPE g gauge\ng 1\n", "second or late TYPE"},
          {"TYPE of another", "# HELP g Help.\n# TYPE h gauge\n", "belongs to no family"},
          {"untyped", "# HELP g Help.\n# TYPE g untyped\ng 1\n", "unexpected type"},
          {"counter without _total", "# HELP c Help.\n# TYPE c counter\nc 1\n", "_total"},
          {"gauge with _total", "# HELP c_total Help.\n# TYPE c_total gauge\nc_total 1\n",
           "_total"},
          {"falling below zero", kCounter + "c_total -1\n", "below zero"},
          {"no count", kCounter + "c_total NaN\n", "below zero"},
          {"half a summary", kSummary + "s_sum 1\n", "half a summary"},
          {"halves of two", kSummary + "s_sum{a=\"1\"} 1\ns_count{a=\"2\"} 1\n", "half a summary"},
          {"bare summary", kSummary + "s 1\n", "stands in the family"},
          {"HELP escape", "# HELP g a\\tb\n# TYPE g gauge\ng 1\n", "bad HELP"},
          {"HELP not UTF-8", "# HELP g a\xFF\n# TYPE g gauge\ng 1\n", "bad HELP"},
          {"UNIT in text", kGauge + "# UNIT g g\ng 1\n", "unknown comment"},
          {"EOF in text", kGauge + "g 1\n# EOF\n", ""},
          {"free comment", "# nice\n", ""},
      },
      kText);
}

TEST(Exposition, FindsWrongSamples) {
  expect_errors(
      {
          {"twice", kGauge + "g 1\ng 2\n", "series twice"},
          {"twice in another order", kGauge + "g{a=\"1\",b=\"2\"} 1\ng{b=\"2\",a=\"1\"} 1\n",
           "twice"},
          {"label twice", kGauge + "g{a=\"1\",a=\"2\"} 1\n", "label twice"},
          {"timestamp", kGauge + "g 1 1700000000000\n", "timestamp"},
          {"two blanks", kGauge + "g  1\n", "number"},
          {"empty label", kGauge + "g{a=\"\"} 1\n", "empty label"},
          {"reserved", kGauge + "g{__a=\"x\"} 1\n", "reserved"},
          {"of the target", kGauge + "g{job=\"x\"} 1\n", "reserved"},
          {"no UTF-8", kGauge + "g{a=\"\xC3\"} 1\n", "UTF-8"},
          {"surrogate", kGauge + "g{a=\"\xED\xA0\x80\"} 1\n", "UTF-8"},
          {"overlong", kGauge + "g{a=\"\xC0\x80\"} 1\n", "UTF-8"},
          {"escape", kGauge + "g{a=\"\\t\"} 1\n", "unknown escape"},
          {"open quote", kGauge + "g{a=\"x} 1\n", "without end"},
          {"bare quote", kGauge + "g{a=\"x\"y\"} 1\n", "labels without }"},
          {"comma at the end", kGauge + "g{a=\"x\",} 1\n", "label"},
          {"no labels in braces", kGauge + "g{} 1\n", "label"},
          {"order", kGauge + "g{c=\"1\",b=\"2\",a=\"3\"} 1\n", "out of order"},
          {"nan", kGauge + "g nan\n", "number"},
          {"inf", kGauge + "g inf\n", "number"},
          {"hexadecimal", kGauge + "g 0x1\n", "number"},
          {"plus", kGauge + "g +1\n", "number"},
          {"no number", kGauge + "g \n", "number"},
          {"long form", kGauge + "g 1000000\n", "shortest"},
          {"too many digits", kGauge + "g 0.10000000000000001\n", "shortest"},
          {"CR", kGauge + "g 1\r\n", "CR"},
          {"blank line", kGauge + "g 1\n\n", "blank"},
          {"cut off", kGauge + "g 1", "no end"},
          {"colon", "# HELP a:b Help.\n# TYPE a:b gauge\na:b 1\n", "metric name"},
      },
      kText);
}

TEST(Exposition, FindsWrongOpenMetrics) {
  const std::string counter = "# HELP c Help.\n# TYPE c counter\n";
  expect_errors(
      {
          {"no EOF", kGauge + "g 1\n", "no # EOF"},
          {"after EOF", "# EOF\n" + kGauge, "after # EOF"},
          {"family with _total", kCounter + "c_total 1\n# EOF\n", "_total"},
          {"sample without _total", counter + "c 1\n# EOF\n", "stands in the family"},
          {"unit not in the name", kGauge + "# UNIT g seconds\ng 1\n# EOF\n", "unit"},
          {"bare quote in HELP", "# HELP g a\"b\n# TYPE g gauge\ng 1\n# EOF\n", "bad HELP"},
          {"half a summary at EOF", kSummary + "s_sum 1\n# EOF\n", "half"},
      },
      kOpenMetrics);
}

TEST(Exposition, SaysTheLine) {
  const auto parsed = parse_exposition(kGauge + "g 1\ng 1\n", kText);
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().line, 4);
}

TEST(Exposition, TakesForeignNumbersAndOrders) {
  const std::string page = kGauge + "g{c=\"1\",b=\"2\",a=\"3\"} 1000000\ng Nan\n";
  EXPECT_TRUE(parse_exposition(page, ExpositionFormat::Foreign));
  EXPECT_FALSE(parse_exposition(page, kText));
}

}  // namespace
}  // namespace steptail::support
