#pragma once

#include <spdlog/formatter.h>

#include <memory>
#include <string>
#include <string_view>

#include "base/log.h"

namespace steptail::daemon {

enum class LogFormat : std::uint8_t { Logfmt, Json };

// One line an event:
//   ts=2026-01-02T03:04:05.678Z level=info msg=listening address=127.0.0.1:40123
//   {"ts":"2026-01-02T03:04:05.678Z","level":"info","msg":"listening","address":"127.0.0.1:40123"}
// Contract: whatever a value holds, a line stays one line and a field one field: what is no
// printable character is escaped. `priority_prefix`: <N> in front, which journald takes for the
// priority. Thread: the sink's, which locks.
class LogFormatter final : public spdlog::formatter {
 public:
  LogFormatter(LogFormat format, bool priority_prefix)
      : format_(format), priority_prefix_(priority_prefix) {}
  void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& out) override;
  [[nodiscard]] std::unique_ptr<spdlog::formatter> clone() const override;

 private:
  LogFormat format_;
  bool priority_prefix_;
};

// A value as it stands in logfmt: bare, or quoted where it must be.
[[nodiscard]] std::string logfmt_value(std::string_view raw);
// A string of JSON, with its quotes.
[[nodiscard]] std::string json_value(std::string_view raw);

}  // namespace steptail::daemon
