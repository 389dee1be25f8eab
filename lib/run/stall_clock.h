#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

#include "base/codec.h"
#include "base/time.h"
#include "format/state.h"

namespace steptail::run {

// When a run counts as standing still (contract 2 `stall`, 5 "Stalled"). A budget of nullopt means
// that a state never stalls.
struct StallOptions {
  double factor = 5;
  base::Duration minimum = std::chrono::minutes(2);
  base::Duration maximum = std::chrono::hours(1);
  std::optional<base::Duration> starting = std::chrono::hours(1);
  std::optional<base::Duration> compiling = std::chrono::hours(4);
  std::optional<base::Duration> queued;
  std::optional<base::Duration> loading = std::chrono::hours(1);
  std::optional<base::Duration> checkpointing = std::chrono::minutes(30);
  std::optional<base::Duration> evaluating = std::chrono::hours(2);
  base::Duration visibility_lag{0};  // of the file system the log lies on

  bool operator==(const StallOptions&) const = default;
};

struct StallStatus {
  bool stalled = false;
  std::optional<base::Duration> timeout;   // nullopt: this state never stalls
  std::optional<base::Duration> interval;  // learned; nullopt until three are known
};

// Learns how far apart progress lines are: the last 20 intervals spent wholly in `training`, the
// first 3 of an attempt left out, kept across attempts.
class StallClock {
 public:
  void attempt_began();
  // Lines that arrive together say nothing about the pace: a length of zero is no interval.
  void interval(base::Duration length);

  // The slowest of the known ones; nullopt until three are known.
  [[nodiscard]] std::optional<base::Duration> slowest() const;
  [[nodiscard]] std::optional<base::Duration> timeout(format::State state,
                                                      const StallOptions& options) const;
  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  void find_slowest();

  static constexpr std::size_t kKept = 20;
  static constexpr std::size_t kLeftOut = 3;
  std::array<base::Duration, kKept> intervals_{};
  std::size_t count_ = 0;  // known, at most kKept
  std::size_t next_ = 0;   // where the next goes
  std::size_t left_out_ = 0;
  base::Duration slowest_{};  // of the known ones: asked for more often than one is learnt
};

}  // namespace steptail::run
