#include "lines/date_forms.h"

#include <chrono>
#include <cstdint>

namespace steptail::lines {
namespace {

constexpr std::size_t kEpochSecondDigits = 10;  // 2001..2286
constexpr std::size_t kEpochMilliDigits = 13;

// What may stand between date and clock: T, a dash, an underscore, a comma, blanks.
bool take_joint(Scanner& scan) {
  if (scan.take('T') || scan.take('-') || scan.take('_')) return true;
  const bool comma = scan.take(',');
  return scan.skip_blanks() > 0 || comma;
}

bool take_joint_and_clock(Scanner& scan, CivilTime& t) {
  if (!take_joint(scan) || !take_clock(scan, t)) return false;
  take_zone(scan, t);
  return true;
}

// 2024-04-10 06:15:58,772   2024-04-10T06:15:58Z   2024/08/06 18:03:31
bool year_first(Scanner scan, CivilTime& t) {
  const char separator = scan.peek(4);
  return (separator == '-' || separator == '/') && take_iso_date(scan, t, separator) &&
         take_joint_and_clock(scan, t);
}

// 20250817-06:15:58.772
bool year_glued(Scanner scan, CivilTime& t) {
  return scan.take_number(4, t.year) && scan.take_number(2, t.month) &&
         scan.take_number(2, t.day) && take_joint_and_clock(scan, t);
}

// 25-06-18 10:11:12   04-10 06:15:58
bool dash_short(Scanner scan, CivilTime& t) {
  if (!scan.take_number(2, t.month) || !scan.take('-') || !scan.take_number(2, t.day)) return false;
  if (scan.peek() == '-' && base::is_digit(scan.peek(1)) && scan.peek(3) != ':') {
    t.year = 2000 + t.month;
    t.month = t.day;
    scan.skip(1);
    if (!scan.take_number(2, t.day)) return false;
  }
  return take_joint_and_clock(scan, t);
}

// 04/10/2024 06:15:58   04/10/24 06:15:58   24/04/10 06:15:58, where only that can be meant
bool slash_with_year(Scanner scan, CivilTime& t) {
  if (!scan.take_number(2, t.month) || !scan.take('/') || !scan.take_number(2, t.day) ||
      !scan.take('/')) {
    return false;
  }
  if (scan.take_number(4, t.year)) return take_joint_and_clock(scan, t);
  if (!scan.take_number(2, t.year)) return false;
  if (t.month > 12) {
    const int year = t.month;
    t.month = t.day;
    t.day = t.year;
    t.year = year;
  }
  t.year += 2000;
  return take_joint_and_clock(scan, t);
}

// 08/21 02:58:41. A bare pair like this is as often a count ("12/24"), so it must open the line or
// a bracket.
bool slash_short(Scanner scan, CivilTime& t, char before) {
  return (before == '\0' || before == '[') && scan.take_number(2, t.month) && scan.take('/') &&
         scan.take_number(2, t.day) && scan.skip_blanks() == 1 && take_clock(scan, t);
}

bool to_civil(std::chrono::milliseconds since_epoch, CivilTime& t) {
  const std::chrono::sys_time<std::chrono::milliseconds> instant{since_epoch};
  const auto midnight = std::chrono::floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date{midnight};
  const std::chrono::hh_mm_ss clock{instant - midnight};
  t = {.year = static_cast<int>(date.year()),
       .month = static_cast<int>(static_cast<unsigned>(date.month())),
       .day = static_cast<int>(static_cast<unsigned>(date.day())),
       .hour = static_cast<int>(clock.hours().count()),
       .minute = static_cast<int>(clock.minutes().count()),
       .second = static_cast<int>(clock.seconds().count()),
       .fraction = clock.subseconds(),
       .utc_offset = std::chrono::seconds{0}};
  return true;
}

std::int64_t value_of(std::string_view digits) {
  std::int64_t value = 0;
  for (char c : digits) value = value * 10 + (c - '0');
  return value;
}

// 1712729758.772345, ten digits and a fraction
bool epoch_seconds(Scanner scan, CivilTime& t) {
  const auto digits = scan.take_digits(kEpochSecondDigits);
  if (digits.size() != kEpochSecondDigits || !scan.take('.')) return false;
  std::int64_t milli = value_of(digits) * 1000;
  if (!base::is_digit(scan.peek()) || !base::is_digit(scan.peek(1)) ||
      !base::is_digit(scan.peek(2)))
    return false;
  milli += value_of(scan.rest().substr(0, 3));
  return to_civil(std::chrono::milliseconds{milli}, t);
}

// "time_ms": 1696579754669
bool epoch_after_key(Scanner scan, CivilTime& t) {
  if (!scan.take("\"time_ms\":")) return false;
  scan.skip_blanks();
  const auto digits = scan.take_digits(kEpochMilliDigits);
  return digits.size() == kEpochMilliDigits &&
         to_civil(std::chrono::milliseconds{value_of(digits)}, t);
}

// I0410 06:15:58.772345   I20240410 06:15:58.772345   E321 02:07:08.408271257 (one digit of month)
// I0000 00:00:1712729758.772345 (absl before its set-up)
bool glog(Scanner scan, CivilTime& t) {
  scan.skip(1);
  if (scan.take("0000 00:00:")) return epoch_seconds(scan, t);
  const std::size_t digits = Scanner{scan}.take_digits(8).size();
  if (digits == 8 && !scan.take_number(4, t.year)) return false;
  if (digits != 3 && digits != 4 && digits != 8) return false;
  if (!scan.take_number(digits == 3 ? 1 : 2, t.month) || !scan.take_number(2, t.day)) return false;
  constexpr std::size_t kPoint = 8;  // glog always writes a fraction
  return scan.take(' ') && scan.peek(kPoint) == '.' && take_clock(scan, t);
}

// Apr 10 06:15:58   Apr 10 06:15:58 2024   Apr 10 06:15:58 UTC 2024   May 18, 2020, 11:47:13
bool month_name_first(Scanner scan, CivilTime& t) {
  if (!take_month_name(scan, t) || scan.skip_blanks() == 0) return false;
  const auto day = scan.take_digits(2);
  t.day = static_cast<int>(value_of(day));
  if (day.empty()) return false;
  if (scan.take(", ") && (!scan.take_number(4, t.year) || !scan.take(','))) return false;
  if (scan.skip_blanks() == 0 || !take_clock(scan, t)) return false;
  take_zone(scan, t);
  if (t.year != 0) return true;
  scan.skip_blanks();
  // Another zone's name says nothing that can be relied on.
  Scanner zone = scan;
  std::size_t letters = 0;
  for (; base::is_letter(zone.peek()) && letters < 6; zone.skip(1)) ++letters;
  if (letters > 1 && zone.take(' ') && zone.take_digits(4).size() == 4) {
    scan.skip(letters + 1);
  }
  int year = 0;
  if (scan.take_number(4, year) && !base::is_alnum(scan.peek()) && year >= 1970) t.year = year;
  return true;
}

// 10 Apr 2024 06:15:58
bool day_first(Scanner scan, CivilTime& t) {
  const auto day = scan.take_digits(2);
  t.day = static_cast<int>(value_of(day));
  if (day.empty() || !scan.take(' ') || !take_month_name(scan, t) || !scan.take(' ')) return false;
  return scan.take_number(4, t.year) && take_joint_and_clock(scan, t);
}

// Wed Apr 10 06:15:58 2024   Wed 10 Apr 2024 06:15:58   Wed, 10 Apr 2024 06:15:58
bool weekday_first(Scanner scan, CivilTime& t) {
  if (!take_weekday_name(scan)) return false;
  scan.take(',');
  if (scan.skip_blanks() == 0) return false;
  return base::is_digit(scan.peek()) ? day_first(scan, t) : month_name_first(scan, t);
}

bool starting_with_digit(const Scanner& scan, char before, CivilTime& t) {
  std::size_t digits = 1;
  while (base::is_digit(scan.peek(digits))) ++digits;
  const char next = scan.peek(digits);
  if (digits == 4) return year_first(scan, t);
  if (digits == 8) return year_glued(scan, t);
  if (digits == kEpochSecondDigits && before == '\0') return epoch_seconds(scan, t);
  if (next == ' ' && digits <= 2) return day_first(scan, t);
  if (digits != 2) return false;
  if (next == '-') return dash_short(scan, t);
  if (next != '/') return false;
  return scan.peek(5) == '/' ? slash_with_year(scan, t) : slash_short(scan, t, before);
}

bool any_form(const Scanner& scan, char before, CivilTime& t) {
  const char first = scan.peek();
  if (base::is_digit(first)) return starting_with_digit(scan, before, t);
  if (first == '"') return epoch_after_key(scan, t);
  if (!base::is_letter(first)) return false;
  if (base::is_digit(scan.peek(1))) {
    return std::string_view("IWEFDCV").find(first) != std::string_view::npos && glog(scan, t);
  }
  return weekday_first(scan, t) || month_name_first(scan, t);
}

}  // namespace

std::optional<CivilTime> date_at(std::string_view text, std::size_t at) {
  // Only blanks before it is as good as nothing before it.
  const auto last = at == 0 ? std::string_view::npos : text.substr(0, at).find_last_not_of(' ');
  const char before = last == std::string_view::npos ? '\0' : text[at - 1];
  CivilTime t;
  if (!any_form(Scanner(text, at), before, t) || !is_plausible(t)) return {};
  return t;
}

}  // namespace steptail::lines
