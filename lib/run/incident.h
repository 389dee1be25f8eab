#pragma once

#include <optional>

#include "base/codec.h"
#include "base/time.h"
#include "format/state.h"

namespace steptail::run {

// Counts failures once per incident: the first root cause wins, what falls out of it is not counted
// again, progress ends it. Pure.
class Incident {
 public:
  struct Verdict {
    bool new_incident = false;                      // count one more incident
    std::optional<format::FailureClass> add;        // count this class
    std::optional<format::FailureClass> take_back;  // a cascade that a root cause replaces
  };
  [[nodiscard]] Verdict failure(format::FailureClass failure, format::FailureRole role);
  void progress();  // recovered
  [[nodiscard]] bool open() const { return open_; }

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  bool open_ = false;
  format::FailureClass counted_ = format::FailureClass::Other;
  format::FailureRole role_ = format::FailureRole::Cascade;
};

}  // namespace steptail::run
