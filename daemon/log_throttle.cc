#include "daemon/log_throttle.h"

namespace steptail::daemon {

bool LogThrottle::is_over(const Event& event, Time now) const {
  return now - event.since >= bounds_.window || now < event.since;
}

bool LogThrottle::admit(std::string_view event, Time now) {
  auto found = events_.find(event);
  if (found == events_.end()) found = events_.emplace(event, Event{.since = now}).first;
  Event& seen = found->second;
  // What was kept back goes on being counted until somebody takes it.
  if (is_over(seen, now)) seen = {.since = now, .kept_back = seen.kept_back};
  if (seen.lines >= bounds_.lines) {
    ++seen.kept_back;
    return false;
  }
  ++seen.lines;
  return true;
}

LogThrottle::Counts LogThrottle::take_kept_back(Time now) {
  Counts counts;
  for (auto& [name, event] : events_) {
    if (event.kept_back == 0 || !is_over(event, now)) continue;
    counts.emplace_back(name, std::exchange(event.kept_back, 0));
  }
  return counts;
}

LogThrottle::Counts LogThrottle::take_all() {
  Counts counts;
  for (auto& [name, event] : events_) {
    if (event.kept_back > 0) counts.emplace_back(name, std::exchange(event.kept_back, 0));
  }
  return counts;
}

}  // namespace steptail::daemon
