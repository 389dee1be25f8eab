#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "format/record.h"
#include "run/step.h"

namespace steptail::history {

// What a progress line stands for: the steps since the progress line of the same format before it.
struct Steps {
  double seconds = 0;      // that they took, by the last iteration time that the log printed
  std::size_t format = 0;  // a number for the format of the line
};

// Tells the steps of the progress lines of a log.
//
// Thread: one. Lifetime: names of formats outlive it. Cost: O(formats of the file), no allocation
// once they are known.
class StepWalk {
 public:
  // `spacing_seconds`: between progress lines of a log that prints no iteration times.
  explicit StepWalk(double spacing_seconds = 0) : spacing_seconds_(spacing_seconds) {}

  // nullopt: the record is no progress line.
  std::optional<Steps> take(const format::Record& record);
  // An iteration time was printed.
  [[nodiscard]] bool timed() const { return iteration_seconds_ > 0; }

 private:
  struct Track {
    std::string_view format;
    run::EpochMemory epochs;
    std::optional<double> iteration;  // of the last progress line
  };
  [[nodiscard]] std::size_t track(std::string_view format);
  void learn_time(const format::Record& record);

  double spacing_seconds_;
  double iteration_seconds_ = 0;  // 0: none was printed
  std::vector<Track> tracks_;
};

}  // namespace steptail::history
