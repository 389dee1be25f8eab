#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace steptail::format {

// States of a run, in the order in which they are exported.
enum class State : std::uint8_t {
  Starting,
  Compiling,
  Queued,
  Loading,
  Training,
  Evaluating,
  Checkpointing,
  Finished,
  Failed,
};
inline constexpr std::size_t kStateCount = 9;

// What a line can announce besides numbers.
enum class Event : std::uint8_t { None, CheckpointSaved, EvaluationDone, Finished, Failure };

// Classes of failure (docs/formats.md, "failures"). Other is last.
enum class FailureClass : std::uint8_t {
  CudaOom,
  HostOom,
  NcclTimeout,
  NcclError,
  Nonfinite,
  Traceback,
  Segfault,
  BusError,
  DeviceError,
  DiskFull,
  TimeLimit,
  Preempted,
  Cancelled,
  Killed,
  CheckpointMismatch,
  Assertion,
  MissingFile,
  Other,
};
inline constexpr std::size_t kFailureClassCount = 18;

// Root: can be the cause. Cascade: falls out of one (a launcher reporting a dead child); it counts
// only where no root was seen in the same incident.
enum class FailureRole : std::uint8_t { Root, Cascade };

// Names as in format files and labels: snake_case.
[[nodiscard]] std::string_view state_name(State state);
[[nodiscard]] std::optional<State> state_from_name(std::string_view name);
[[nodiscard]] std::string_view event_name(Event event);
[[nodiscard]] std::optional<Event> event_from_name(std::string_view name);
[[nodiscard]] std::string_view failure_class_name(FailureClass failure);
[[nodiscard]] std::optional<FailureClass> failure_class_from_name(std::string_view name);

}  // namespace steptail::format
