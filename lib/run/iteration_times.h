#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/codec.h"
#include "base/time.h"
#include "run/format_track.h"

namespace steptail::run {

// Which iteration times go into the duration summary, and what they are where none is printed.
//
// One format an attempt gives the times: the first that has one. Another takes over once it prints
// two while the giver prints none, so that no iteration is covered twice and a bar that ends leaves
// nothing uncovered. A time counts once an advance of its format.
// Derived times come from the dates of two progress lines, and only while no line of the run has
// printed one. Lines of the same second are taken together.
class IterationTimes {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Derived {
    double seconds = 0;  // of one iteration
    double elapsed_seconds = 0;
    double weight = 0;  // iterations in that time
  };

  // A line of `format` printed a time. True: it counts with the format's weight.
  [[nodiscard]] bool printed(FormatTrack& format, std::size_t index);
  [[nodiscard]] bool any_printed() const { return any_printed_; }
  // A dated progress line that advanced to iteration `step` without a time.
  [[nodiscard]] std::optional<Derived> derive(FormatTrack& format, std::size_t index, double step,
                                              base::WallTime time);
  // Another state or an attempt lies between: no time is derived across it.
  void interrupted() { ++stretch_; }
  void begin_attempt();

  // Seconds of a recent iteration, printed, derived or measured by arrival: the pace.
  void note_pace(double seconds);
  [[nodiscard]] std::optional<double> pace() const { return pace_; }

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  [[nodiscard]] bool owns(FormatTrack& format, std::size_t index);

  bool any_printed_ = false;
  std::size_t owner_ = kNone;
  std::uint64_t owner_lines_ = 0;
  std::uint64_t stretch_ = 1;  // number of the stretch of training without interruption
  std::optional<double> pace_;
};

}  // namespace steptail::run
