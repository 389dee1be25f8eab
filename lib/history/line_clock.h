#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/time.h"
#include "history/step_walk.h"
#include "lines/timestamp.h"

namespace steptail::history {

// When each line of a stretch of log was written, line after line: at its own timestamp where it
// has one, else walked from the last such moment by the times of the steps in between. Never goes
// back.
//
// A walk can end after the timestamp that follows it, since printed times are rounded averages. It
// is known only then: a first pass learns by how much each walk is to be shortened (take_scale), a
// second one is given that. A progress line that a timestamp shortly precedes is of that moment,
// and opens no walk. Pure. Thread: one. Cost: O(1), no allocation.
class LineClock {
 public:
  // `start`: of the first line; nullopt: not yet known, times mean nothing before the first date.
  // `scales`: of the walks, in order; may grow, must outlive it. Null, or a walk beyond them: as it
  // is.
  LineClock(lines::TimeZone zone, std::optional<base::WallTime> start,
            const std::vector<float>* scales = nullptr);

  // The next line: its own timestamp, and the steps of a progress line.
  base::WallTime at(std::optional<base::WallTime> printed, const std::optional<Steps>& steps);

  [[nodiscard]] base::WallTime now() const { return now_; }
  // The start or a date is known.
  [[nodiscard]] bool anchored() const { return anchored_; }
  // The last date, or the start. REQUIRES: anchored().
  [[nodiscard]] base::WallTime anchor() const { return anchor_; }
  // Of the walk that goes on; without an anchor: of all lines so far.
  [[nodiscard]] double walked_seconds() const { return walked_; }

  // A walk goes on.
  [[nodiscard]] bool walking() const { return open_; }
  // How the walk that the last at() ended is to be scaled; nullopt: it ended none.
  [[nodiscard]] std::optional<float> take_scale();
  // How the walk that still goes on would be, did it end at `end`; nullopt: none goes on.
  [[nodiscard]] std::optional<float> open_scale(base::WallTime end) const;

  // Times that timestamps went back as between two time zones.
  [[nodiscard]] std::size_t zone_jumps() const { return zone_jumps_; }

 private:
  static constexpr std::size_t kFormats = 8;  // further ones share the last place

  base::WallTime dated(base::WallTime printed, const std::optional<Steps>& steps);
  base::WallTime walked(const std::optional<Steps>& steps);
  [[nodiscard]] base::WallTime held(base::WallTime printed);
  void begin_at(base::WallTime start);
  void open_walk();
  [[nodiscard]] base::WallTime raw() const { return anchor_ + base::from_seconds(walked_); }
  [[nodiscard]] base::WallTime& progress(const Steps& steps);

  lines::TimeZone zone_;
  const std::vector<float>* scales_;
  std::size_t next_scale_ = 0;
  bool anchored_;
  base::WallTime anchor_{};                          // not anchored: the start, taken as 0
  std::array<base::WallTime, kFormats> progress_{};  // of the last lines, unscaled; else the start
  std::optional<base::WallTime> printed_;            // the last timestamp as it stands there
  base::WallTime now_{};
  double walked_ = 0;  // seconds since the anchor, unscaled
  double scale_ = 1;   // of the open walk
  bool open_ = false;
  std::size_t zone_jumps_ = 0;
  std::optional<float> ended_scale_;
};

}  // namespace steptail::history
