#include "lines/civil_time.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace steptail::lines {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

template <std::size_t N>
int take_name(Scanner& scan, const std::array<std::string_view, N>& names) {
  for (std::size_t i = 0; i < N; ++i) {
    if (scan.take(names[i])) return static_cast<int>(i) + 1;
  }
  return 0;
}

// Nanoseconds of the digits behind the point; those past the ninth are dropped.
base::Duration take_fraction(Scanner& scan) {
  constexpr std::array<std::int64_t, 10> kUnits = {
      1'000'000'000, 100'000'000, 10'000'000, 1'000'000, 100'000, 10'000, 1'000, 100, 10, 1};
  std::int64_t value = 0;
  std::size_t digits = 0;
  for (char c = scan.peek(); base::is_digit(c); c = scan.peek()) {
    scan.skip(1);
    if (digits + 1 == kUnits.size()) continue;
    value = value * 10 + (c - '0');
    ++digits;
  }
  return base::Duration{value * kUnits[digits]};
}

void take_half_of_day(Scanner& scan, CivilTime& t) {
  const char half = scan.peek(1);
  if (scan.peek() != ' ' || (half != 'A' && half != 'P') || scan.peek(2) != 'M') return;
  if (base::is_alnum(scan.peek(3)) || t.hour < 1 || t.hour > 12) return;
  t.hour = t.hour % 12 + (half == 'P' ? 12 : 0);
  scan.skip(3);
}

bool take_offset(Scanner& scan, CivilTime& t) {
  const char sign = scan.peek();
  if (sign != '+' && sign != '-') return false;
  scan.skip(1);
  int hour = 0;
  int minute = 0;
  if (!scan.take_number(2, hour)) return false;
  scan.take(':');
  if (!scan.take_number(2, minute)) return false;
  const char next = scan.peek();
  if (base::is_alnum(next) || next == '.' || next == '%' || hour > 18 || minute > 59) return false;
  const seconds offset = hours{hour} + minutes{minute};
  t.utc_offset = sign == '-' ? -offset : offset;
  return true;
}

}  // namespace

bool is_plausible(const CivilTime& t) {
  if (t.year != 0 && (t.year < 1970 || t.year > 2199)) return false;
  // Without a year, 29 February may be meant.
  const std::chrono::year_month_day date{std::chrono::year{t.year == 0 ? 2000 : t.year},
                                         std::chrono::month{static_cast<unsigned>(t.month)},
                                         std::chrono::day{static_cast<unsigned>(t.day)}};
  return date.ok() && t.hour <= 23 && t.minute <= 59 && t.second <= 60;
}

base::WallTime instant_of(const CivilTime& t) {
  const std::chrono::year_month_day date{std::chrono::year{t.year},
                                         std::chrono::month{static_cast<unsigned>(t.month)},
                                         std::chrono::day{static_cast<unsigned>(t.day)}};
  const auto second_of_day = hours{t.hour} + minutes{t.minute} + seconds{t.second};
  return std::chrono::sys_days{date} + second_of_day - t.utc_offset.value_or(seconds{0}) +
         t.fraction;
}

bool take_iso_date(Scanner& scan, CivilTime& t, char separator) {
  return scan.take_number(4, t.year) && scan.take(separator) && scan.take_number(2, t.month) &&
         scan.take(separator) && scan.take_number(2, t.day);
}

bool take_month_name(Scanner& scan, CivilTime& t) {
  static constexpr std::array<std::string_view, 12> kMonths{
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  t.month = take_name(scan, kMonths);
  return t.month != 0;
}

bool take_weekday_name(Scanner& scan) {
  static constexpr std::array<std::string_view, 7> kDays{"Mon", "Tue", "Wed", "Thu",
                                                         "Fri", "Sat", "Sun"};
  return take_name(scan, kDays) != 0;
}

bool take_clock(Scanner& scan, CivilTime& t) {
  if (!(scan.take_number(2, t.hour) && scan.take(':') && scan.take_number(2, t.minute) &&
        scan.take(':') && scan.take_number(2, t.second))) {
    return false;
  }
  const char next = scan.peek();
  if (base::is_digit(next) || (next == ':' && base::is_digit(scan.peek(1)))) return false;
  if ((next == '.' || next == ',') && base::is_digit(scan.peek(1))) {
    scan.skip(1);
    t.fraction = take_fraction(scan);
  }
  take_half_of_day(scan, t);
  return true;
}

void take_zone(Scanner& scan, CivilTime& t) {
  Scanner zone = scan;
  if (zone.take('Z')) {
    if (base::is_alnum(zone.peek())) return;
    t.utc_offset = seconds{0};
    scan = zone;
    return;
  }
  zone.take(' ');
  if (zone.take("UTC") || zone.take("GMT")) {
    if (base::is_alnum(zone.peek())) return;
    t.utc_offset = seconds{0};
    scan = zone;
  } else if (take_offset(zone, t)) {
    scan = zone;
  }
}

std::optional<base::WallTime> take_rfc3339(Scanner& scan) {
  CivilTime t;
  Scanner inner = scan;
  if (!take_iso_date(inner, t, '-') || !inner.take('T') || !take_clock(inner, t)) return {};
  if (inner.peek() == ' ') return {};
  take_zone(inner, t);
  if (!t.utc_offset || !is_plausible(t)) return {};
  scan = inner;
  return instant_of(t);
}

}  // namespace steptail::lines
