#include "daemon/start_time.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/letters.h"

namespace steptail::daemon {
namespace {

// "1712729758", "1712729758.25"
std::optional<base::WallTime> seconds_since_1970(const std::string& text) {
  constexpr double kMost = 1e10;
  double seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
  if (problem != std::errc() || stop != end || !(seconds >= 0 && seconds < kMost)) return {};
  return base::WallTime{} + base::from_seconds(seconds);
}

// A zone that is not understood would be hours.
bool ends_in_unknown_word(std::string_view text) {
  constexpr std::array<std::string_view, 5> kKnown{"Z", "UTC", "GMT", "AM", "PM"};
  std::size_t letters = 0;
  while (letters < text.size() && base::is_letter(text[text.size() - 1 - letters])) ++letters;
  const std::string_view word = text.substr(text.size() - letters);
  return letters > 0 && std::find(kKnown.begin(), kKnown.end(), word) == kKnown.end();
}

}  // namespace

base::Result<base::WallTime> parse_start_time(const std::string& text, const lines::TimeZone& zone,
                                              base::WallTime now) {
  if (auto start = seconds_since_1970(text)) return *start;
  for (const std::string& written : {text, text + " 00:00:00"}) {
    const auto start = lines::find_timestamp(written, zone, now);
    if (start && !ends_in_unknown_word(text)) return *start;
  }
  return base::fail(base::quoted(text) +
                    " is no time; write such as '2024-04-10 06:15:58', 2024-04-10T06:15:58+02:00, "
                    "or seconds since 1970");
}

}  // namespace steptail::daemon
