#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

namespace steptail::lines {

// A named time zone (local | UTC | Area/City). Immutable, cheap to copy, usable from any thread.
class TimeZone {
 public:
  static TimeZone utc();
  static TimeZone local();
  // Error: the name is not in the system's zone database.
  static base::Result<TimeZone> named(const std::string& name);

  // Civil time in this zone to an instant; in the hour that repeats, the earlier one.
  [[nodiscard]] base::WallTime to_wall(int year, int month, int day, int hour, int minute,
                                       int second, base::Duration fraction) const;
  // Where the clocks go back, the civil time of `t` comes again: when. Else nullopt.
  [[nodiscard]] std::optional<base::WallTime> again(base::WallTime t) const;
  [[nodiscard]] int year_of(base::WallTime t) const;
  // "2024-04-10 06:15:58" in this zone, for people.
  [[nodiscard]] std::string to_text(base::WallTime t) const;

 private:
  struct Impl;
  explicit TimeZone(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

// The line's own timestamp, near its start: every form of docs/formats.md ("timestamps"). A form
// without year takes the latest year that does not put it more than a day after `reference`; a form
// without date, or relative, is no timestamp.
// Pure. Cost: looks for one that begins in the first 96 bytes; no allocation.
[[nodiscard]] std::optional<base::WallTime> find_timestamp(std::string_view text,
                                                           const TimeZone& zone,
                                                           base::WallTime reference);

}  // namespace steptail::lines
