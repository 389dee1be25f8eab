#include <cctz/time_zone.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "lines/timestamp.h"

namespace steptail::lines {
namespace {

// Keeps nanoseconds within 64 bits, whatever the year.
constexpr std::int64_t kMaxSeconds = 9'200'000'000;

cctz::time_point<cctz::seconds> seconds_of(base::WallTime t) {
  return std::chrono::floor<cctz::seconds>(t);
}

}  // namespace

struct TimeZone::Impl {
  cctz::time_zone zone;
};

TimeZone::TimeZone(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

TimeZone TimeZone::utc() {
  return TimeZone(std::make_shared<const Impl>(Impl{cctz::utc_time_zone()}));
}

TimeZone TimeZone::local() {
  return TimeZone(std::make_shared<const Impl>(Impl{cctz::local_time_zone()}));
}

base::Result<TimeZone> TimeZone::named(const std::string& name) {
  if (name == "local") return local();
  if (name == "UTC") return utc();
  // cctz would also take the path of any file for a zone.
  const bool path = name.empty() || name.front() == '/' || name.starts_with("file:") ||
                    name.find("..") != std::string::npos;
  Impl impl;
  if (path || !cctz::load_time_zone(name, &impl.zone)) {
    return base::fail("unknown time zone \"" + name +
                      "\"; expected local, UTC or a name such as Europe/Zurich");
  }
  return TimeZone(std::make_shared<const Impl>(impl));
}

base::WallTime TimeZone::to_wall(int year, int month, int day, int hour, int minute, int second,
                                 base::Duration fraction) const {
  const cctz::civil_second civil(year, month, day, hour, minute, second);
  // `pre` is the earlier one in the hour that repeats, and goes on counting in the one left out.
  const auto instant = impl_->zone.lookup(civil).pre;
  const std::int64_t count =
      std::clamp<std::int64_t>(instant.time_since_epoch().count(), -kMaxSeconds, kMaxSeconds);
  return base::WallTime{std::chrono::seconds{count}} + fraction;
}

std::optional<base::WallTime> TimeZone::again(base::WallTime t) const {
  const auto seconds = seconds_of(t);
  const auto civil = impl_->zone.lookup(seconds).cs;
  const auto instants = impl_->zone.lookup(civil);
  if (instants.kind != cctz::time_zone::civil_lookup::REPEATED || instants.post <= seconds) {
    return std::nullopt;
  }
  return t + (instants.post - instants.pre);
}

int TimeZone::year_of(base::WallTime t) const {
  return static_cast<int>(impl_->zone.lookup(seconds_of(t)).cs.year());
}

std::string TimeZone::to_text(base::WallTime t) const {
  return cctz::format("%Y-%m-%d %H:%M:%S", seconds_of(t), impl_->zone);
}

}  // namespace steptail::lines
