#pragma once

#include <spdlog/sinks/base_sink.h>

#include <mutex>

#include "daemon/log_throttle.h"

namespace steptail::daemon {

// Writes log lines to a descriptor, one write() a line, and keeps back what comes too often
// (LogThrottle): then `msg=kept_back event=... lines=...` says how many were. Debug lines are never
// kept back. A line that cannot be written is lost.
// Thread: any, locked. Lifetime: the descriptor's owner outlives it.
class LogSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit LogSink(int fd) : fd_(fd) {}
  ~LogSink() override;

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override;
  void flush_() override {}

 private:
  void write_line(const spdlog::details::log_msg& message);
  void report(const LogThrottle::Counts& counts, spdlog::log_clock::time_point now);

  const int fd_;
  LogThrottle throttle_;
};

}  // namespace steptail::daemon
