#include "lines/civil_time.h"
#include "lines/prefix_forms.h"
#include "lines/scanner.h"

namespace steptail::lines {
namespace {

bool take_token(Scanner& scan) {
  std::size_t size = 0;
  for (; !scan.at_end() && scan.peek() != ' '; scan.skip(1)) ++size;
  return size > 0;
}

// " HOST NAME[123]: " or " HOST kernel: "
bool take_journal_source(Scanner& scan) {
  if (!scan.take(' ') || !take_token(scan) || !scan.take(' ')) return false;
  if (scan.take("kernel: ")) return true;
  while (!scan.at_end() && scan.peek() != '[' && scan.peek() != ' ') scan.skip(1);
  return scan.take('[') && !scan.take_digits(10).empty() && scan.take("]: ");
}

Prefix journal_prefix(Scanner scan, const CivilTime& t) {
  if (!is_plausible(t) || !take_journal_source(scan)) return {};
  Prefix prefix{.size = scan.at()};
  if (t.year != 0 && t.utc_offset) prefix.time = instant_of(t);
  return prefix;
}

// A date that mpirun put there is one only before its tag; the tag is the next prefix.
Prefix tag_date(Scanner scan) {
  scan.take(' ');
  return rank_tag(scan.rest()).size > 0 ? Prefix{.size = scan.at()} : Prefix{};
}

// Many programs begin their lines with a date and a blank; where no tag can follow, it is theirs.
bool is_own_date(std::string_view text) {
  constexpr std::size_t kDateBytes = 10;
  constexpr std::size_t kMostBytes = 48;  // of date, clock and fraction
  return base::at_or_end(text, kDateBytes) == ' ' &&
         text.substr(0, kMostBytes).find('[') == std::string_view::npos;
}

// 2024-04-10T06:15:58+0000 HOST NAME[1]:    2024-04-10 06:15:58.772345 [1,0]<stdout>:
Prefix after_iso_date(std::string_view text) {
  if (is_own_date(text)) return {};
  Scanner scan(text);
  CivilTime t;
  if (!take_iso_date(scan, t, '-')) return {};
  const bool blank = scan.take(' ');
  if ((!blank && !scan.take('T')) || !take_clock(scan, t)) return {};
  if (blank) return tag_date(scan);
  take_zone(scan, t);
  return journal_prefix(scan, t);
}

// Wed Apr 10 06:15:58 2024[1,0]<stdout>:    Wed 2024-04-10 06:15:58 UTC HOST NAME[1]:
Prefix after_weekday(Scanner scan) {
  CivilTime t;
  if (!scan.take(' ')) return {};
  if (base::is_digit(scan.peek())) {
    if (!take_iso_date(scan, t, '-') || !scan.take(' ') || !take_clock(scan, t)) return {};
    take_zone(scan, t);
    if (!t.utc_offset && (!scan.take(' ') || !take_token(scan))) return {};
    return journal_prefix(scan, t);
  }
  if (!take_month_name(scan, t) || scan.skip_blanks() == 0) return {};
  if (scan.take_digits(2).empty() || !scan.take(' ') || !take_clock(scan, t)) return {};
  return scan.take(' ') && scan.take_number(4, t.year) ? tag_date(scan) : Prefix{};
}

// Apr 10 06:15:58 HOST NAME[1]:    May 18, 2020, 11:47:13: running:
Prefix after_month(Scanner scan, CivilTime t) {
  if (scan.skip_blanks() == 0) return {};
  if (!scan.take_number(2, t.day) && !scan.take_number(1, t.day)) return {};
  if (scan.take(", ")) {
    const bool running = scan.take_number(4, t.year) && scan.take(", ") && take_clock(scan, t) &&
                         scan.take(": running: ");
    return running ? Prefix{.size = scan.at()} : Prefix{};
  }
  return scan.take(' ') && take_clock(scan, t) ? journal_prefix(scan, t) : Prefix{};
}

}  // namespace

Prefix dated_prefix(std::string_view text) {
  if (base::is_digit(text.front())) return after_iso_date(text);
  Scanner scan(text);
  CivilTime t;
  if (take_weekday_name(scan)) return after_weekday(scan);
  return take_month_name(scan, t) ? after_month(scan, t) : Prefix{};
}

}  // namespace steptail::lines
