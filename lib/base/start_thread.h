#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/result.h"

namespace steptail::base {

// A thread that runs `run`, or why there is none; `what` is what could not be started then.
template <typename Run>
[[nodiscard]] Result<std::thread> start_thread(Run&& run, const std::string& what = "a thread") {
  try {
    return std::thread(std::forward<Run>(run));
  } catch (const std::system_error& error) {
    return fail("cannot start " + what + ": " + error.what());
  }
}

}  // namespace steptail::base
