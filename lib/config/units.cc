#include "config/units.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

namespace steptail::config {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t factor;
};

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::array<Unit, 6> kDurationUnits{{{"w", 7 * 86400 * kSecond},
                                              {"d", 86400 * kSecond},
                                              {"h", 3600 * kSecond},
                                              {"m", 60 * kSecond},
                                              {"s", kSecond},
                                              {"ms", kSecond / 1000}}};
constexpr std::array<Unit, 8> kSizeUnits{{{"", 1},
                                          {"B", 1},
                                          {"KB", 1000},
                                          {"KiB", 1 << 10},
                                          {"MB", 1'000'000},
                                          {"MiB", 1 << 20},
                                          {"GB", 1'000'000'000},
                                          {"GiB", 1 << 30}}};
constexpr std::string_view kDigits = "0123456789";

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  return "'" + std::string(text.substr(0, kLongest)) + (text.size() > kLongest ? "...'" : "'");
}

// Takes the digits at the front; nullopt: none, or more than an int64 holds.
std::optional<std::int64_t> take_number(std::string_view& rest) {
  std::int64_t value = 0;
  auto digits = rest.substr(0, rest.find_first_not_of(kDigits));
  auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || problem != std::errc{}) return std::nullopt;
  rest.remove_prefix(digits.size());
  return value;
}

std::string_view take_unit(std::string_view& rest) {
  auto unit = rest.substr(0, rest.find_first_of(kDigits));
  rest.remove_prefix(unit.size());
  return unit;
}

// value * factor + sum, or nullopt beyond an int64.
std::optional<std::int64_t> add_scaled(std::int64_t sum, std::int64_t value, std::int64_t factor) {
  std::int64_t scaled = 0;
  if (__builtin_mul_overflow(value, factor, &scaled)) return std::nullopt;
  if (__builtin_add_overflow(sum, scaled, &sum)) return std::nullopt;
  return sum;
}

tl::unexpected<base::Error> no_duration(const std::string& text) {
  return base::fail(quoted(text) +
                    " is no duration; write whole numbers with ms, s, m, h, d or w, such as "
                    "'90s' or '1h30m'");
}

tl::unexpected<base::Error> no_unit(const std::string& text) {
  return base::fail(quoted(text) + " has no unit; write " + quoted(text + "h") + ", " +
                    quoted(text + "m") + " or " + quoted(text + "s"));
}

}  // namespace

base::Result<base::Duration> parse_duration(const std::string& text) {
  std::string_view rest = text;
  std::int64_t sum = 0;
  std::size_t next_unit = 0;
  if (rest.empty()) return no_duration(text);
  while (!rest.empty()) {
    auto value = take_number(rest);
    if (!value) return no_duration(text);
    auto name = take_unit(rest);
    if (name.empty()) return next_unit == 0 ? no_unit(text) : no_duration(text);
    std::size_t unit = next_unit;
    while (unit < kDurationUnits.size() && kDurationUnits[unit].name != name) ++unit;
    if (unit == kDurationUnits.size()) return no_duration(text);
    auto total = add_scaled(sum, *value, kDurationUnits[unit].factor);
    if (!total) return base::fail(quoted(text) + " is too long; the longest is 15000w");
    sum = *total;
    next_unit = unit + 1;
  }
  return base::Duration{sum};
}

base::Result<std::size_t> parse_size(const std::string& text) {
  std::string_view rest = text;
  auto value = take_number(rest);
  if (value) {
    for (const Unit& unit : kSizeUnits) {
      if (unit.name != rest) continue;
      auto bytes = add_scaled(0, *value, unit.factor);
      if (!bytes) return base::fail(quoted(text) + " is too large");
      return static_cast<std::size_t>(*bytes);
    }
  }
  return base::fail(quoted(text) +
                    " is no size; write a whole number with B, KB, MB, GB, KiB, MiB or GiB, such "
                    "as '64KiB'");
}

std::string duration_text(base::Duration duration) {
  std::string text;
  std::int64_t rest = duration.count();
  for (const Unit& unit : kDurationUnits) {
    if (unit.name == "w" || rest < unit.factor) continue;
    text += std::to_string(rest / unit.factor) + std::string(unit.name);
    rest %= unit.factor;
  }
  return text.empty() ? "0s" : text;
}

}  // namespace steptail::config
