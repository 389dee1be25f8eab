#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/codec.h"
#include "base/time.h"
#include "format/state.h"

namespace steptail::run {

// What happened to a run, for people: its last attempts, saves and failures, at most kMost of each,
// oldest first. Counters elsewhere know how many there were in all.
// Contract: reports what it is told; never decides what an attempt, a save or an incident is.
class Chronicle {
 public:
  static constexpr std::size_t kMost = 12;

  struct Attempt {
    base::WallTime began{};
    std::optional<double> first_iteration;
    std::optional<double> last_iteration;  // once it has ended
    std::optional<format::State> ended_as;
  };
  struct Save {
    base::WallTime time{};
    std::optional<double> iteration;
    std::optional<double> duration_seconds;
  };
  struct Failure {
    base::WallTime time{};
    std::optional<double> iteration;
    format::FailureClass failure = format::FailureClass::Other;
  };

  void attempt_began(base::WallTime when);
  void attempt_ended(std::optional<double> iteration, format::State as);
  void advanced(std::optional<double> iteration);
  // `counts`: a save of its own; else more about the last one.
  void saved(const Save& save, bool counts);
  void save_took(double seconds);
  void failed(const Failure& failure);
  void named(format::FailureClass failure);  // the last failure turned out to be this

  [[nodiscard]] const std::vector<Attempt>& attempts() const { return attempts_; }
  [[nodiscard]] const std::vector<Save>& saves() const { return saves_; }
  [[nodiscard]] const std::vector<Failure>& failures() const { return failures_; }

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  std::vector<Attempt> attempts_;
  std::vector<Save> saves_;
  std::vector<Failure> failures_;
};

}  // namespace steptail::run
