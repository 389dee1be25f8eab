#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/codec.h"
#include "run/run_data.h"
#include "run/step.h"

namespace steptail::run {

// How far the run is and how long it still takes: as printed while the log goes on printing it,
// else made from the iterations planned and the recent pace.
// A printed number is given up when a line of the format and measure that printed it advances
// without it, or after kMostAge advances of others.
class Outlook {
 public:
  static constexpr std::uint64_t kMostAge = 10;

  void advanced(std::size_t format, Measure measure);  // before the values of the line
  void print_ratio(double ratio, std::size_t format, Measure measure, RunData& data);
  void print_remaining(double seconds, std::size_t format, Measure measure, RunData& data);
  void begin_attempt();
  // Fills what is not printed, or takes it away where it cannot be known.
  void refresh(RunData& data, std::optional<double> pace) const;

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  struct Printed {
    bool valid = false;
    std::size_t format = 0;
    Measure measure = Measure::Line;
    std::uint64_t age = 0;

    void advanced(std::size_t by_format, Measure by_measure);
    void save(base::ByteWriter& out) const;
    void load(base::ByteReader& in);
  };
  Printed ratio_, remaining_;
};

}  // namespace steptail::run
