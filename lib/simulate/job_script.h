#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace steptail::simulate {

// One write of a simulated job: what goes into which file now, and how long the job then says
// nothing.
struct Write {
  std::string file;  // below the demo's directory, such as "ada/gpt-7b/train.log"
  std::string bytes;
  base::Duration pause{};
};

// A simulated training job: an endless, deterministic sequence of writes as its framework prints
// them.
// Contract: pure; the same seed and the same times give the same writes. `now` is the time of the
// write, which the lines carry.
class Job {
 public:
  Job() = default;
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual Write next(base::WallTime now) = 0;
};

// The demo's fleet: healthy runs of each of the four systems, one with a checkpoint pause, one that
// stalls, one that crashes, one whose loss turns NaN, one that is requeued and resumes. What fails
// begins anew after a while, so that the fleet lives for ever.
[[nodiscard]] std::vector<std::unique_ptr<Job>> demo_fleet(std::uint64_t seed);

}  // namespace steptail::simulate
