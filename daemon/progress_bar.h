#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"

namespace steptail::daemon {

// A progress bar on standard error for what takes long: shown after half a second, redrawn a few
// times a second, wiped at the end, silent where standard error is no terminal.
class ProgressBar {
 public:
  ProgressBar(const base::Clock& clock, std::string what, std::uint64_t total_bytes);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(std::uint64_t done_bytes);

 private:
  const base::Clock& clock_;
  std::string what_;
  std::uint64_t total_bytes_;
  base::MonoTime began_;
  base::MonoTime drawn_;
  bool terminal_;
  bool shown_ = false;
};

// A bar for each of the things that are done one after the other.
class ProgressBars {
 public:
  explicit ProgressBars(const base::Clock& clock) : clock_(clock) {}

  void update(const std::string& what, std::uint64_t done_bytes, std::uint64_t total_bytes);
  // For what else is to be written there.
  void clear() { bar_.reset(); }

 private:
  const base::Clock& clock_;
  std::string what_;  // of the last bar
  std::optional<ProgressBar> bar_;
};

}  // namespace steptail::daemon
