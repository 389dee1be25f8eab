#pragma once

#include <optional>

#include "base/time.h"
#include "lines/scanner.h"

namespace steptail::lines {

// A date and time of day as written: no zone, or an offset from UTC.
struct CivilTime {
  int year = 0;  // 0: not written
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  base::Duration fraction{0};
  std::optional<std::chrono::seconds> utc_offset;
};

// Can this be a date and a time of day, in 1970..2199 where it has a year?
[[nodiscard]] bool is_plausible(const CivilTime& t);

// The instant, for a time whose year and offset are known.
[[nodiscard]] base::WallTime instant_of(const CivilTime& t);

// Each takes one part at the scanner's place into `t`; false: it is not there, and where the
// scanner then stands does not matter.
bool take_iso_date(Scanner& scan, CivilTime& t, char separator);  // 2024-04-10
bool take_month_name(Scanner& scan, CivilTime& t);                // Apr
bool take_weekday_name(Scanner& scan);                            // Wed
// 06:15:58, with any fraction after `.` or `,` and with AM or PM.
bool take_clock(Scanner& scan, CivilTime& t);
// Z, UTC, GMT, +0200, +02:00, also after one blank. Nothing there is no mistake.
void take_zone(Scanner& scan, CivilTime& t);

// 2024-04-10T06:15:58.772345678Z: nothing is left out, and it has an offset.
[[nodiscard]] std::optional<base::WallTime> take_rfc3339(Scanner& scan);

}  // namespace steptail::lines
