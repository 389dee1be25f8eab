#include "simulate/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace steptail::simulate {
namespace {

using std::chrono::microseconds;
using std::chrono::seconds;

base::WallTime at(std::int64_t unix_seconds, std::int64_t micros) {
  return base::WallTime(seconds(unix_seconds) + microseconds(micros));
}

TEST(DateAndTime, IsWrittenAsLoggersDo) {
  const base::WallTime time = at(1'712'729'758, 7'045);
  EXPECT_EQ(date_and_time(time, Fraction::None), "2024-04-10 06:15:58");
  EXPECT_EQ(date_and_time(time, Fraction::CommaMillis), "2024-04-10 06:15:58,007");
  EXPECT_EQ(date_and_time(time, Fraction::DotMicros), "2024-04-10 06:15:58.007045");
}

TEST(DateAndTime, RollsOverAtMidnightAndInLeapYears) {
  EXPECT_EQ(date_and_time(at(1'709'164'799, 999'999), Fraction::CommaMillis),
            "2024-02-28 23:59:59,999");
  EXPECT_EQ(date_and_time(at(1'709'164'800, 0), Fraction::CommaMillis), "2024-02-29 00:00:00,000");
}

TEST(DateAndTime, ReachesBackBeforeTheEpoch) {
  EXPECT_EQ(date_and_time(at(-1, 0), Fraction::None), "1969-12-31 23:59:59");
}

TEST(BarTime, HasHoursOnlyWhereThereAreSome) {
  EXPECT_EQ(bar_time(0), "00:00");
  EXPECT_EQ(bar_time(3599.9), "59:59");
  EXPECT_EQ(bar_time(3600), "1:00:00");
  EXPECT_EQ(bar_time(360'061), "100:01:01");
}

TEST(IsoTime, HasNoBlank) { EXPECT_EQ(iso_time(at(1'712'729'758, 0)), "2024-04-10T06:15:58"); }

TEST(Filled, ReplacesEveryPlaceAndNothingElse) {
  EXPECT_EQ(filled("[{time}] a {time}", "{time}", "12:00"), "[12:00] a 12:00");
  EXPECT_EQ(filled("{tim}{time", "{time}", "12:00"), "{tim}{time");
  EXPECT_EQ(filled("{time}", "{time}", "{time}"), "{time}");
}

TEST(Printed, CutsWhatIsLongerThanALine) {
  const std::string longer(5000, 'x');
  EXPECT_EQ(printed("%s", longer.c_str()).size(), 2047U);
}

}  // namespace
}  // namespace steptail::simulate
