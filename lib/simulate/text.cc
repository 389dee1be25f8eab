#include "simulate/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdarg>
#include <cstdio>

namespace steptail::simulate {

std::string printed(const char* format, ...) {
  std::array<char, 2048> buffer{};
  std::va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(buffer.data(), buffer.size(), format, arguments);
  va_end(arguments);
  if (length < 0) return {};
  const auto wanted = static_cast<std::size_t>(length);
  return {buffer.data(), wanted < buffer.size() ? wanted : buffer.size() - 1};
}

std::string date_and_time(base::WallTime time, Fraction fraction) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::microseconds>(time - day));
  std::string text =
      printed("%04d-%02u-%02u %02d:%02d:%02d", static_cast<int>(date.year()),
              static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
              static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
              static_cast<int>(clock.seconds().count()));
  const auto micros = static_cast<int>(clock.subseconds().count());
  if (fraction == Fraction::CommaMillis) text += printed(",%03d", micros / 1000);
  if (fraction == Fraction::DotMicros) text += printed(".%06d", micros);
  return text;
}

std::string bar_time(double seconds) {
  const auto whole = static_cast<long>(seconds);
  const long hours = whole / 3600;
  const long minutes = whole / 60 % 60;
  if (hours > 0) return printed("%ld:%02ld:%02ld", hours, minutes, whole % 60);
  return printed("%02ld:%02ld", minutes, whole % 60);
}

std::string iso_time(base::WallTime time) {
  std::string text = date_and_time(time, Fraction::None);
  std::replace(text.begin(), text.end(), ' ', 'T');
  return text;
}

std::string filled(std::string text, std::string_view place, std::string_view value) {
  for (std::size_t at = text.find(place); at != std::string::npos;
       at = text.find(place, at + value.size())) {
    text.replace(at, place.size(), value);
  }
  return text;
}

}  // namespace steptail::simulate
