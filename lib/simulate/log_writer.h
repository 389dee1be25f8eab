#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/loop.h"
#include "base/result.h"
#include "simulate/job_script.h"

namespace steptail::simulate {

// Lets jobs write into real files below a directory, at their own pace times `speed`.
// Contract: start() once; it makes the directory and says why where it cannot. Plain appends, as a
// training job's shell makes them. A file that has grown to kRotateBytes is renamed to NAME.1 (over
// the one before) and begun anew, so that a demo may run for days. A write that fails later is
// reported to `on_error`, once until one of that job succeeds; the job goes on. REQUIRES speed > 0.
// Thread: the loop's. Lifetime: the loop outlives it; its timers end with it.
class LogWriter {
 public:
  static constexpr std::uint64_t kRotateBytes = 1 << 20;
  using OnError = std::function<void(const base::Error&)>;

  LogWriter(base::Loop& loop, std::string directory, std::vector<std::unique_ptr<Job>> jobs,
            double speed, OnError on_error = {});
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  [[nodiscard]] base::Result<void> start();
  [[nodiscard]] std::uint64_t written_bytes() const { return written_bytes_; }

 private:
  struct Running {
    std::unique_ptr<Job> job;
    base::TimerId timer = 0;
    bool failing = false;
  };

  void write_next(Running& running);
  [[nodiscard]] base::Result<void> append(const Write& write);

  base::Loop& loop_;
  std::string directory_;
  std::vector<Running> jobs_;
  double speed_;
  OnError on_error_;
  std::uint64_t written_bytes_ = 0;
};

}  // namespace steptail::simulate
