#pragma once

#include <optional>
#include <string_view>

#include "base/log.h"
#include "daemon/log_formatter.h"

namespace steptail::daemon {

struct LogOptions {
  base::LogLevel level = base::LogLevel::Info;
  LogFormat format = LogFormat::Logfmt;
};

// The process's logger: to standard error, one write a line, what comes too often counted
// (LogSink). Under journald (JOURNAL_STREAM names
// what standard error is) each line carries its priority.
// Thread: make once; the logger is for any thread. Cost of a line: a write, which blocks if whoever
// reads standard error does not.
[[nodiscard]] base::Logger make_logger(const LogOptions& options);

// Values of --log.level and --log.format; nullopt: not one of them.
[[nodiscard]] std::optional<base::LogLevel> log_level_from_name(std::string_view name);
[[nodiscard]] std::optional<LogFormat> log_format_from_name(std::string_view name);

// Whether `journal_stream` ("device:inode") is the file that `fd` is open on.
[[nodiscard]] bool is_journal(std::string_view journal_stream, int fd);

}  // namespace steptail::daemon
