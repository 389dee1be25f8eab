#include "lines/timestamp.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace steptail::lines {
namespace {

using namespace std::chrono_literals;
using std::chrono::sys_days;
using std::chrono::year;

const base::WallTime kReference = sys_days{year{2025} / 7 / 14} + 12h;

std::string found(std::string_view text, const TimeZone& zone = TimeZone::utc()) {
  const auto t = find_timestamp(text, zone, kReference);
  if (!t) return "none";
  const auto nanos = (t->time_since_epoch() % 1s).count();
  return TimeZone::utc().to_text(*t) + (nanos == 0 ? "" : "." + std::to_string(nanos));
}

struct Case {
  std::string_view text;
  std::string_view expected;
};

constexpr Case kForms[] = {
    // Python logging and what looks like it
    {"2025-02-03 04:05:06,789 INFO: step 8", "2025-02-03 04:05:06.789000000"},
    {"2025-02-03 04:05:06,789 - INFO - __main__ - step 8", "2025-02-03 04:05:06.789000000"},
    {"2025-02-03 04:05:06 INFO: step 8", "2025-02-03 04:05:06"},
    {"2025-02-03 04:05:06.789 | INFO | a.b:c:4 - step 8", "2025-02-03 04:05:06.789000000"},
    {"[2025-02-03 04:05:06,789] [INFO] [a.py:9:b] step=8", "2025-02-03 04:05:06.789000000"},
    {" [2025-02-03 04:05:06.789012] iteration 8/ 100 |", "2025-02-03 04:05:06.789012000"},
    {"[INFO 2025-02-03 04:05:06] 8/100", "2025-02-03 04:05:06"},
    {"[INFO|2025-02-03 04:05:06] a.b:143 >> {'loss': 2.5}", "2025-02-03 04:05:06"},
    {"[INFO|trainer.py:9] 2025-02-03 04:05:06,789 >> go", "2025-02-03 04:05:06.789000000"},
    {"[NeMo I 2025-02-03 04:05:06 init:2] go", "2025-02-03 04:05:06"},
    {"[titan] 2025-02-03 04:05:06,789 - root - INFO", "2025-02-03 04:05:06.789000000"},
    {"INFO:2025-02-03 04:05:06 step 8", "2025-02-03 04:05:06"},
    {"DLL 2025-02-03 04:05:06.789012 - 8 loss : 2.5", "2025-02-03 04:05:06.789012000"},
    {"[after training is done] datetime: 2025-02-03 04:05:06 ", "2025-02-03 04:05:06"},
    {"ME(7:8,MainProcess):2025-02-03-04:05:06.789.012 [a.py]", "2025-02-03 04:05:06.789000000"},
    // ISO
    {"2025-02-03T04:05:06Z step 8", "2025-02-03 04:05:06"},
    {"2025-02-03T04:05:06.789012345Z step 8", "2025-02-03 04:05:06.789012345"},
    {"2025-02-03T04:05:06.7890123456789Z step 8", "2025-02-03 04:05:06.789012345"},
    {"2025-02-03T04:05:06+02:00 step 8", "2025-02-03 02:05:06"},
    {"2025-02-03T04:05:06.5-0330 step 8", "2025-02-03 07:35:06.500000000"},
    {"[2025-02-03 04:05:06 +0100] [77] [INFO] go", "2025-02-03 03:05:06"},
    {"2025-02-03 04:05:06 UTC step 8", "2025-02-03 04:05:06"},
    {"time=\"2025-02-03T04:05:06Z\" level=info", "2025-02-03 04:05:06"},
    {"{\"ts\": \"2025-02-03T04:05:06\", \"loss\": 2.5}", "2025-02-03 04:05:06"},
    // Slashes
    {"02/03/2025 04:05:06 - INFO - a - go", "2025-02-03 04:05:06"},
    {"02/03/2025 04:05:06 PM - INFO - a - go", "2025-02-03 16:05:06"},
    {"02/03/2025 12:05:06 AM - INFO - a - go", "2025-02-03 00:05:06"},
    {"[2025/02/03 04:05:06] ppocr INFO: epoch: [1/2]", "2025-02-03 04:05:06"},
    {"[02/03/25 04:05:06] INFO     step 8", "2025-02-03 04:05:06"},
    {"25/02/03 04:05:06 INFO Context: go", "2025-02-03 04:05:06"},
    {"02/03 04:05:06 - mmengine - INFO - Iter", "2025-02-03 04:05:06"},
    {"[02/03 04:05:06 d2.events]:  eta: 0:01:02", "2025-02-03 04:05:06"},
    // Short and glued
    {"0: INFO    25-02-03 04:05:06.789012 - 0:01:23 - step: 8", "2025-02-03 04:05:06.789012000"},
    {"INFO 02-03 04:05:06 a.py:547] go", "2025-02-03 04:05:06"},
    {"20250203-04:05:06.789 Stats INFO: go", "2025-02-03 04:05:06.789000000"},
    {"2025-02-03,04:05:06 | INFO | go", "2025-02-03 04:05:06"},
    {"  time      : 2025-02-03_04:05:06", "2025-02-03 04:05:06"},
    // glog, absl, torch
    {"I0203 04:05:06.789012  1234 a.cc:12] go", "2025-02-03 04:05:06.789012000"},
    {"E20250203 04:05:06.789012  1234 a.cc:12] go", "2025-02-03 04:05:06.789012000"},
    {"W0203 04:05:06.789000 32974 torch/run.py:779] go", "2025-02-03 04:05:06.789000000"},
    {"[E203 04:05:06.789012345 ProcessGroup.cpp:607] bad", "2025-02-03 04:05:06.789012345"},
    {"I0000 00:00:1738555506.789012 1234 a.cc:12] go", "2025-02-03 04:05:06.789000000"},
    // Names of months
    {"Mon Feb  3 04:05:06 2025", "2025-02-03 04:05:06"},
    {"Mon Feb  3 04:05:06 UTC 2025", "2025-02-03 04:05:06"},
    {"Mon Feb  3 04:05:06 PM CET 2025", "2025-02-03 16:05:06"},
    {"Mon 03 Feb 2025 04:05:06 PM CET", "2025-02-03 16:05:06"},
    {"Mon, 03 Feb 2025 04:05:06 GMT go", "2025-02-03 04:05:06"},
    {"[Mon Feb  3 04:05:06 2025] NVRM: Xid", "2025-02-03 04:05:06"},
    {"Feb  3 04:05:06 gpu9 run.sh[7]: go", "2025-02-03 04:05:06"},
    {"Feb 3, 2025, 04:05:06: running: go", "2025-02-03 04:05:06"},
    // Epoch
    {":::MLLOG {\"namespace\": \"\", \"time_ms\": 1738555506789, ",
     "2025-02-03 04:05:06.789000000"},
    {"1738555506.789 step 8", "2025-02-03 04:05:06.789000000"},
};

constexpr std::string_view kNone[] = {
    "",
    "step 8 loss 2.5",
    "INFO:root:step 8",
    "[E ProcessGroup.cpp:458] timed out",
    "02:40:52 SUCCESS Step 0 | Time: 5.13s",
    "[10:11:12] INFO: a.cc:767: go",
    "[18:06:02.520] [poptorch:cpp] [warning] go",
    "[ 1843.308145] NVRM: Xid",
    "elapsed: 12 sec, eta: 1 day, 04:11:09",
    "Epoch 3: 12/24 00:01:02 loss 2.5",
    "[00:42<22:51,  1.41s/it] 30/1000",
    "2025-02-03 without a clock",
    "2025-02-03 04:05 only minutes",
    "2025-02-03 4:05:06",
    "2025-02-03 04:05:061",
    "2025-02-03 04:05:06:07",
    "2025-13-03 04:05:06",
    "2025-00-03 04:05:06",
    "2025-02-29 04:05:06",
    "2025-02-03 24:05:06",
    "2025-02-03 04:60:06",
    "2025-02-03 04:05:61",
    "1969-02-03 04:05:06",
    "13/13/2025 04:05:06",
    "00/03 04:05:06",
    "I1303 04:05:06.789012 1 a.cc:1] go",
    "I0203 04:05:06 no fraction",
    "X0203 04:05:06.789012 not a level",
    "Mon Feb 30 04:05:06 2025",
    "checkpoint_2025-02-03 04:05:06",
    "runs/2025-02-03_04:05:06/model.pt",
    "12025-02-03 04:05:06",
    "1738555506 step 8",
    "Mon",
    "Feb",
    "\"time_ms\": 12",
};

TEST(FindTimestamp, KnowsEveryForm) {
  for (const Case& c : kForms) EXPECT_EQ(c.expected, found(c.text)) << c.text;
}

TEST(FindTimestamp, IsNotFooled) {
  for (std::string_view text : kNone) EXPECT_EQ("none", found(text)) << text;
}

TEST(FindTimestamp, SurvivesEveryFormCutAnywhere) {
  for (const Case& c : kForms) {
    for (std::size_t size = 0; size < c.text.size(); ++size) {
      const std::vector<char> cut(c.text.begin(),
                                  c.text.begin() + static_cast<std::ptrdiff_t>(size));
      const auto t = find_timestamp({cut.data(), cut.size()}, TimeZone::utc(), kReference);
      EXPECT_GT(t.value_or(kReference), base::WallTime{}) << c.text.substr(0, size);
    }
  }
}

TEST(FindTimestamp, TakesTheFirstPlausibleOne) {
  EXPECT_EQ("2025-02-03 04:05:06",
            found("1/2 2025-99-03 01:02:03 2025-02-03 04:05:06 2024-01-01 00:00:00"));
}

TEST(FindTimestamp, LooksOnlyNearTheStart) {
  constexpr std::size_t kLast = 95;
  const std::string stamp = "2025-02-03 04:05:06";
  EXPECT_EQ("2025-02-03 04:05:06", found(std::string(kLast, ' ') + stamp));
  EXPECT_EQ("none", found(std::string(kLast + 1, ' ') + stamp));
}

TEST(FindTimestamp, ReadsALineWithoutZoneInTheGivenOne) {
  const TimeZone zurich = TimeZone::named("Europe/Zurich").value();
  EXPECT_EQ("2025-02-03 03:05:06", found("2025-02-03 04:05:06", zurich));
  EXPECT_EQ("2025-07-03 02:05:06", found("2025-07-03 04:05:06", zurich));
  EXPECT_EQ("2025-07-03 04:05:06", found("2025-07-03T04:05:06Z", zurich));
  EXPECT_EQ("2025-07-03 09:05:06", found("2025-07-03T04:05:06-05:00", zurich));
}

TEST(FindTimestamp, AFormWithoutYearIsNeverMoreThanADayAhead) {
  EXPECT_EQ("2025-07-14 12:00:00", found("07/14 12:00:00 go"));
  EXPECT_EQ("2025-07-15 12:00:00", found("07/15 12:00:00 go"));
  EXPECT_EQ("2024-07-15 12:00:01", found("07/15 12:00:01 go"));
  EXPECT_EQ("2024-12-31 23:59:59", found("12/31 23:59:59 go"));
  EXPECT_EQ("2024-02-29 01:02:03", found("02/29 01:02:03 go"));
}

TEST(FindTimestamp, AFormWithoutYearCrossesTheNewYear) {
  const auto at = [](std::string_view text, base::WallTime reference) {
    return TimeZone::utc().to_text(*find_timestamp(text, TimeZone::utc(), reference));
  };
  EXPECT_EQ("2024-12-31 23:59:50", at("12/31 23:59:50 go", sys_days{year{2025} / 1 / 1}));
  EXPECT_EQ("2025-01-01 00:00:10",
            at("01/01 00:00:10 go", sys_days{year{2025} / 1 / 1} - base::Duration{20s}));
}

TEST(TimeZone, TakesTheEarlierOfTheHourThatRepeats) {
  const TimeZone zurich = TimeZone::named("Europe/Zurich").value();
  const base::WallTime t = zurich.to_wall(2024, 10, 27, 2, 30, 0, 5ms);
  EXPECT_EQ(sys_days{year{2024} / 10 / 27} + 30min + 5ms, t);
}

TEST(TimeZone, CountsOnThroughTheHourThatIsLeftOut) {
  const TimeZone zurich = TimeZone::named("Europe/Zurich").value();
  EXPECT_EQ(sys_days{year{2024} / 3 / 31} + 1h + 30min,
            zurich.to_wall(2024, 3, 31, 2, 30, 0, base::Duration{0}));
}

TEST(TimeZone, KnowsTheYearAndTheTextInItself) {
  const TimeZone auckland = TimeZone::named("Pacific/Auckland").value();
  const base::WallTime t = sys_days{year{2024} / 12 / 31} + 12h + 900ms;
  EXPECT_EQ(2025, auckland.year_of(t));
  EXPECT_EQ("2025-01-01 01:00:00", auckland.to_text(t));
  EXPECT_EQ(2024, TimeZone::utc().year_of(t));
}

TEST(TimeZone, StaysWithinWhatNanosecondsCanHold) {
  EXPECT_GT(TimeZone::utc().to_wall(9999, 1, 1, 0, 0, 0, base::Duration{0}), kReference);
  EXPECT_LT(TimeZone::utc().to_wall(1, 1, 1, 0, 0, 0, base::Duration{0}), kReference);
}

TEST(TimeZone, IsNamedOrSaysWhatWouldBeRight) {
  EXPECT_TRUE(TimeZone::named("local"));
  EXPECT_TRUE(TimeZone::named("UTC"));
  for (const char* name : {"", "Mars/Olympus", "../etc/passwd", "/etc/localtime", "file:x"}) {
    const auto zone = TimeZone::named(name);
    ASSERT_FALSE(zone) << name;
    EXPECT_NE(std::string::npos, zone.error().message.find("Europe/Zurich"));
  }
}

}  // namespace
}  // namespace steptail::lines
