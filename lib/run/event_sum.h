#pragma once

#include <string>
#include <string_view>

#include "base/codec.h"

namespace steptail::run {

// A counter of iterations (skipped, not finite) that a log may give in three ways: a number per
// interval on progress lines, a line for each, or a running total.
//
// Contract: lines between two interval numbers are part of the second, so that an iteration is
// counted once where a trainer prints the number and its engine the lines. Lines count of the rank
// that printed the first of the attempt. A running total is taken as printed, held at its highest,
// and from then on nothing is added. Every call gives false for what is refused: negative, not
// finite.
class EventSum {
 public:
  [[nodiscard]] bool interval(double number);
  [[nodiscard]] bool line(double number, std::string_view rank);
  [[nodiscard]] bool absolute(double number);
  void begin_attempt();
  [[nodiscard]] double total() const { return total_; }

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  double total_ = 0;
  double lines_ = 0;  // since the last interval number
  bool absolute_ = false;
  std::string rank_;
};

}  // namespace steptail::run
