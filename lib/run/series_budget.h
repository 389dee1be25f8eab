#pragma once

#include <cstddef>
#include <cstdint>

#include "format/field.h"
#include "run/run_data.h"

namespace steptail::run {

// How many more series a run may have. Series of progress, loss, state and stall are never refused
// and have room set aside; of the rest the first to come stay.
class SeriesBudget {
 public:
  // What the page shows of a run with nothing but those, its checkpoints and a failure or two.
  static constexpr std::size_t kSetAside = 40;

  explicit SeriesBudget(std::size_t most) : left_(most > kSetAside ? most - kSetAside : 0) {}

  // Room for `series` more that come together; false, and counted, where there is none.
  [[nodiscard]] bool admit(std::size_t series) {
    if (series > left_) return refuse();
    left_ -= series;
    return true;
  }
  bool refuse() {
    ++refused_;
    return false;
  }
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  [[nodiscard]] static bool is_never_refused(format::Field field);

  // After a load: what `data` has takes its room again.
  void restore(const RunData& data, std::uint64_t refused);

 private:
  std::size_t left_;
  std::uint64_t refused_ = 0;
};

}  // namespace steptail::run
