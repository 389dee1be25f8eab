#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace steptail::simulate {

// One write of a simulated job: what goes into which file, how long after the write before.
struct Write {
  std::string file;  // below the demo's directory, such as "ada/gpt-7b/train.log"
  std::string bytes;
  base::Duration delay{};
};

// A simulated training job: an endless, deterministic sequence of writes as its framework prints
// them. Pure: same name and seed, same writes; times in the lines come from the caller's clock.
class Job {
 public:
  virtual ~Job() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual Write next(base::WallTime now) = 0;
};

// The demo's fleet: healthy runs of each of the four systems, one with a checkpoint pause, one that
// stalls, one that crashes, one whose loss turns NaN, one that is requeued and resumes.
[[nodiscard]] std::vector<std::unique_ptr<Job>> demo_fleet(std::uint64_t seed);

}  // namespace steptail::simulate
