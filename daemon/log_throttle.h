#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace steptail::daemon {

// Which log lines are written where the same event comes again and again, as foreign files and
// clients can bring about: of each event so many within a while, the rest is counted.
// Contract: events are constants of ours, so that there are few. A clock that jumps back begins
// anew. Pure. Thread: one.
class LogThrottle {
 public:
  using Time = std::chrono::system_clock::time_point;
  struct Bounds {
    std::uint64_t lines = 20;  // of one event within `window`
    std::chrono::seconds window{60};
  };
  using Counts = std::vector<std::pair<std::string, std::uint64_t>>;  // by event

  LogThrottle() = default;
  explicit LogThrottle(Bounds bounds) : bounds_(bounds) {}

  // Whether this line is written.
  [[nodiscard]] bool admit(std::string_view event, Time now);
  // What was kept back of events whose time is over, once.
  [[nodiscard]] Counts take_kept_back(Time now);
  // The same, whether their time is over or not.
  [[nodiscard]] Counts take_all();

 private:
  struct Event {
    Time since;
    std::uint64_t lines = 0;
    std::uint64_t kept_back = 0;
  };
  [[nodiscard]] bool is_over(const Event& event, Time now) const;

  Bounds bounds_;
  std::map<std::string, Event, std::less<>> events_;
};

}  // namespace steptail::daemon
