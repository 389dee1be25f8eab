#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/exposition.h"
#include "support/temp_dir.h"

namespace steptail::support {

// A real `steptail` as a child process, with a directory of its own for logs, state and output.
// Killed and reaped at the end of its life.
class DaemonProcess {
 public:
  DaemonProcess() = default;
  ~DaemonProcess();
  DaemonProcess(const DaemonProcess&) = delete;
  DaemonProcess& operator=(const DaemonProcess&) = delete;

  // `serve` with these arguments, on a free port; waits until it listens. False: it did not.
  [[nodiscard]] bool serve(std::vector<std::string> arguments);
  // Waits until /-/ready says 200.
  [[nodiscard]] bool wait_ready();
  void signal(int number) const;
  // Its exit status, or minus the signal that ended it; waits for at most ten seconds.
  [[nodiscard]] std::optional<int> wait_exit();
  [[nodiscard]] bool running() const { return pid_ > 0; }
  [[nodiscard]] pid_t pid() const { return pid_; }

  // The page now; nullopt: no answer or not a page.
  [[nodiscard]] std::optional<Exposition> scrape() const;
  [[nodiscard]] std::optional<std::string> get(const std::string& path) const;  // body of a 200
  // Scrapes until the series has the value, for at most `seconds`.
  [[nodiscard]] bool reaches(const std::string& name, const SampleLabels& labels, double value,
                             int seconds = 10) const;

  [[nodiscard]] std::string directory() const { return directory_.path(); }
  [[nodiscard]] std::string log() const;  // what it wrote to standard error
  [[nodiscard]] std::uint16_t port() const { return port_; }

 private:
  TempDir directory_;
  pid_t pid_ = -1;
  std::uint16_t port_ = 0;
};

// What a finished `steptail` said.
struct CommandResult {
  int status = -1;
  std::string out;
  std::string err;
};
[[nodiscard]] CommandResult run_steptail(const std::vector<std::string>& arguments,
                                         const std::string& input = {});

}  // namespace steptail::support
