#pragma once

#include <chrono>
#include <optional>

#include "base/codec.h"
#include "base/time.h"
#include "format/state.h"

namespace steptail::run {

// Counts failures once per incident: the first root cause wins, what falls out of it is not counted
// again, progress ends it. A cascade (a launcher that reports a dead child) names its class only
// when no root cause came with it: it waits for settle(), so that no count is ever taken back.
// Pure.
class Incident {
 public:
  // How long a cascade waits for its root cause: Slurm says that memory was short seconds after the
  // shell has said `Killed`.
  static constexpr base::Duration kPatience = std::chrono::seconds(5);

  struct Verdict {
    bool new_incident = false;                // count one more incident
    std::optional<format::FailureClass> add;  // count this class
  };
  [[nodiscard]] Verdict failure(format::FailureClass failure, format::FailureRole role,
                                base::MonoTime at);
  // The class of a cascade that has waited long enough at `now`.
  [[nodiscard]] std::optional<format::FailureClass> settle(base::MonoTime now);
  // Recovered, or a new attempt: what still waits is counted.
  [[nodiscard]] std::optional<format::FailureClass> end();
  [[nodiscard]] bool open() const { return open_; }

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  bool open_ = false;
  bool counted_ = false;                                        // the class of this incident
  format::FailureClass waiting_ = format::FailureClass::Other;  // while open and not counted
  base::MonoTime since_{};                                      // not saved: a restart waits anew
};

}  // namespace steptail::run
