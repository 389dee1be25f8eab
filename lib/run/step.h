#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/codec.h"
#include "format/record.h"

namespace steptail::run {

// What a progress line counts in. Iterations, samples and tokens only grow within an attempt; the
// counter of epochs and the position within one start again, and a line without any counter is
// progress by itself.
enum class Measure : std::uint8_t { Iteration, Samples, Tokens, Epoch, Position, Line };
inline constexpr std::size_t kMeasureCount = 6;

// How far a progress line says the run is.
struct Step {
  Measure measure = Measure::Line;
  double value = 0;
  std::optional<double> finished_epochs;  // the iteration is made from an epoch and a position
  double position = 0;                    // within that epoch
};

// What the lines of one format said about epochs; length, number and count of them may each stand
// on a line of its own. Finished epochs are as printed, else the printed epoch less one: a format
// whose framework counts epochs from 0 says finished_epochs, or has printed an epoch 0.
class EpochMemory {
 public:
  void learn(const format::Record& record);

  [[nodiscard]] std::optional<double> finished() const;
  [[nodiscard]] std::optional<double> length() const { return length_; }
  [[nodiscard]] std::optional<double> planned_iterations() const;

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  std::optional<double> length_, planned_, finished_, epoch_;
  bool from_zero_ = false;
};

// The step of a progress line, after `epochs` has learned from it.
[[nodiscard]] Step step_of(const format::Record& record, const EpochMemory& epochs);

// Samples or tokens of a line that counts them within an epoch (it says the epoch's length in them,
// and no position): since the start of the run. nullopt: take the number as it is.
[[nodiscard]] std::optional<double> samples_before_epoch(const format::Record& record,
                                                         const EpochMemory& epochs);

}  // namespace steptail::run
