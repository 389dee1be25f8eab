#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace steptail::simulate {

// What happens to a job in the middle of its training, once an attempt.
enum class Trouble : std::uint8_t {
  None,
  Stall,
  OutOfMemory,
  NonfiniteLoss,
  SlowCheckpoint,
  Preemption
};

// What surrounds the frameworks: Slurm, torchrun, Python. Lines as they print them, with the
// places for times that Script fills.
[[nodiscard]] std::vector<std::string> preemption_lines(int job);
[[nodiscard]] std::vector<std::string> out_of_memory_lines(int rank);
[[nodiscard]] std::vector<std::string> collective_timeout_lines(int rank);

}  // namespace steptail::simulate
