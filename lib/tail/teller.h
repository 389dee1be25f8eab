#pragma once

#include <span>

#include "tail/follower.h"
#include "tail/lineage.h"

namespace steptail::tail {

// Tells the sink about segments and keeps in them what was told.
// Thread: the loop's. Lifetime: the sink and the lineage outlive it.
class Teller {
 public:
  Teller(FollowerSink& sink, Lineage& lineage) : sink_(sink), lineage_(lineage) {}

  // What is due before the first byte: that it opens, or starts anew.
  void announce(Segment& segment);
  // Hands out bytes; a file that had ended opens again, under a new number.
  void bytes(Segment& segment, std::span<const char> bytes);
  void hole(Segment& segment, std::uint64_t length);
  // The sink knows the file and has not heard that it ends.
  [[nodiscard]] static bool is_open(const Segment& segment);
  void end(Segment& segment, Ending ending);
  void open_again(Segment& segment);

 private:
  FollowerSink& sink_;
  Lineage& lineage_;
};

}  // namespace steptail::tail
