#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/result.h"

namespace steptail::base {

// A thread that runs `run`, or why there is none.
template <typename Run>
[[nodiscard]] Result<std::thread> start_thread(Run&& run) {
  try {
    return std::thread(std::forward<Run>(run));
  } catch (const std::system_error& error) {
    return fail(std::string("cannot start a thread: ") + error.what());
  }
}

}  // namespace steptail::base
