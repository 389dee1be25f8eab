#include "config/units.h"

#include <gtest/gtest.h>

#include <chrono>

namespace steptail::config {
namespace {

using namespace std::chrono_literals;

TEST(Units, ReadsDurations) {
  struct Row {
    const char* text;
    base::Duration expected;
  };
  const Row rows[] = {
      {"250ms", 250ms},
      {"10s", 10s},
      {"5m", 5min},
      {"24h", 24h},
      {"14d", 14 * 24h},
      {"2w", 14 * 24h},
      {"1h30m", 90min},
      {"1d12h30m15s250ms", 36h + 30min + 15s + 250ms},
      {"0s", 0s},
      {"007s", 7s},
      {"90s", 90s},
      {"1m90s", 150s},
      {"100000d", 100000 * 24h},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    auto duration = parse_duration(row.text);
    ASSERT_TRUE(duration);
    EXPECT_EQ(row.expected, *duration);
  }
}

TEST(Units, RefusesWhatIsNoDuration) {
  for (const char* text : {"",     "s",      "1",           "1.5h",    "-1s",
                           "+1s",  "1 s",    " 1s",         "1s ",     "5min",
                           "5S",   "1m1h",   "1h1h",        "1s1ms1s", "1hh",
                           "1µs",  "none",   "1e3s",        "0x1s",    "99999999999999999999s",
                           "300y", "16000w", "15000w15000w"}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(parse_duration(text));
  }
}

TEST(Units, SaysWhatDurationWouldBeRight) {
  EXPECT_EQ("'10' has no unit; write '10h', '10m' or '10s'", parse_duration("10").error().message);
  EXPECT_EQ(
      "'1h30' is no duration; write whole numbers with ms, s, m, h, d or w, such as '90s' or "
      "'1h30m'",
      parse_duration("1h30").error().message);
  EXPECT_EQ("'106752d' is too long; the longest is 15000w",
            parse_duration("106752d").error().message);
  EXPECT_EQ(
      "'1.5h' is no duration; write whole numbers with ms, s, m, h, d or w, such as '90s' or "
      "'1h30m'",
      parse_duration("1.5h").error().message);
}

TEST(Units, ReadsSizes) {
  struct Row {
    const char* text;
    std::size_t expected;
  };
  const Row rows[] = {{"4096", 4096},      {"4096B", 4096},      {"64KiB", 65536},
                      {"64KB", 64000},     {"1MB", 1000000},     {"1MiB", 1048576},
                      {"2GB", 2000000000}, {"2GiB", 2147483648}, {"0", 0}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    auto size = parse_size(row.text);
    ASSERT_TRUE(size);
    EXPECT_EQ(row.expected, *size);
  }
}

TEST(Units, RefusesWhatIsNoSize) {
  for (const char* text : {"", "KiB", "64k", "64K", "64kb", "64Kib", "-1", "1.5MB", "64 KiB",
                           "64KiB ", "99999999999999999999", "9223372036854775807KiB", "1TiB"}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(parse_size(text));
  }
}

TEST(Units, WritesDurationsThatItReads) {
  struct Row {
    base::Duration duration;
    const char* expected;
  };
  const Row rows[] = {{0s, "0s"}, {250ms, "250ms"}, {90s, "1m30s"}, {24h, "1d"}, {36h, "1d12h"}};
  for (const Row& row : rows) {
    EXPECT_EQ(row.expected, duration_text(row.duration));
    EXPECT_EQ(row.duration, *parse_duration(row.expected));
  }
}

}  // namespace
}  // namespace steptail::config
