#include "lines/timestamp.h"

#include <algorithm>
#include <chrono>

#include "lines/date_forms.h"

namespace steptail::lines {
namespace {

// A timestamp begins within so many bytes.
constexpr std::size_t kWindowBytes = 96;

// A clock that runs ahead of ours is no reason to go back a year.
constexpr base::Duration kAhead = std::chrono::hours{24};

// From one leap year to the next.
constexpr int kMaxYearsBack = 8;

base::WallTime resolve(const CivilTime& t, const TimeZone& zone) {
  if (t.utc_offset) return instant_of(t);
  return zone.to_wall(t.year, t.month, t.day, t.hour, t.minute, t.second, t.fraction);
}

std::optional<base::WallTime> latest_year(CivilTime t, const TimeZone& zone,
                                          base::WallTime reference) {
  const int last = zone.year_of(reference + kAhead);
  for (t.year = last; t.year > last - kMaxYearsBack; --t.year) {
    if (!is_plausible(t)) continue;
    const base::WallTime instant = resolve(t, zone);
    if (instant <= reference + kAhead) return instant;
  }
  return {};
}

// A date does not begin in the middle of a word, a number or a path.
bool may_begin_after(char before) {
  return !base::is_alnum(before) && before != '.' && before != '_' && before != '-' &&
         before != '/';
}

constexpr std::size_t kEpochDigits = 10;

// One in any ten bytes of so many digits stands at a multiple of ten.
bool has_epoch(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); at += kEpochDigits) {
    if (!base::is_digit(text[at])) continue;
    std::size_t begin = at;
    std::size_t end = at + 1;
    while (begin > 0 && base::is_digit(text[begin - 1])) --begin;
    while (end < text.size() && base::is_digit(text[end])) ++end;
    if (end - begin >= kEpochDigits) return true;
  }
  return false;
}

bool has_clock(std::string_view text) {
  for (auto at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
    if (at > 0 && base::is_digit(text[at - 1]) && at + 1 < text.size() &&
        base::is_digit(text[at + 1])) {
      return true;
    }
  }
  return false;
}

// Whatever its form, a date has a clock behind it, or is ten digits and more since 1970. Most lines
// have neither, and are looked through quickly.
bool may_hold_date(std::string_view text) {
  constexpr std::size_t kLongestDateBytes = 48;
  text = text.substr(0, kWindowBytes + kLongestDateBytes);
  return has_clock(text) || has_epoch(text);
}

bool may_begin_with(char c) { return base::is_digit(c) || c == '"' || (c >= 'A' && c <= 'Z'); }

}  // namespace

std::optional<base::WallTime> find_timestamp(std::string_view text, const TimeZone& zone,
                                             base::WallTime reference) {
  if (!may_hold_date(text)) return {};
  const std::size_t window = std::min(text.size(), kWindowBytes);
  char before = ' ';
  for (std::size_t at = 0; at < window; before = text[at++]) {
    if (!may_begin_with(text[at]) || !may_begin_after(before)) continue;
    const auto civil = date_at(text, at);
    if (!civil) continue;
    return civil->year == 0 ? latest_year(*civil, zone, reference) : resolve(*civil, zone);
  }
  return {};
}

}  // namespace steptail::lines
