#include "format/state.h"

#include <algorithm>

namespace steptail::format {
namespace {

constexpr std::array<std::string_view, kStateCount> kStates = {
    "starting",   "compiling",     "queued",   "loading", "training",
    "evaluating", "checkpointing", "finished", "failed",
};

constexpr std::array<std::string_view, 5> kEvents = {
    "none", "checkpoint_saved", "evaluation_done", "finished", "failure",
};

constexpr std::array<std::string_view, kFailureClassCount> kFailureClasses = {
    "cuda_oom",  "host_oom",  "nccl_timeout",        "nccl_error", "nonfinite",    "traceback",
    "segfault",  "bus_error", "device_error",        "disk_full",  "time_limit",   "preempted",
    "cancelled", "killed",    "checkpoint_mismatch", "assertion",  "missing_file", "other",
};

template <typename Enum, std::size_t N>
std::optional<Enum> from_name(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view state_name(State state) { return kStates[static_cast<std::size_t>(state)]; }

std::optional<State> state_from_name(std::string_view name) {
  return from_name<State>(kStates, name);
}

std::string_view event_name(Event event) { return kEvents[static_cast<std::size_t>(event)]; }

std::optional<Event> event_from_name(std::string_view name) {
  return from_name<Event>(kEvents, name);
}

std::string_view failure_class_name(FailureClass failure) {
  return kFailureClasses[static_cast<std::size_t>(failure)];
}

std::optional<FailureClass> failure_class_from_name(std::string_view name) {
  return from_name<FailureClass>(kFailureClasses, name);
}

}  // namespace steptail::format
