#include "daemon/logging.h"

#include <spdlog/logger.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "daemon/log_sink.h"

namespace steptail::daemon {
namespace {

bool standard_error_is_journal() {
  const char* stream = std::getenv("JOURNAL_STREAM");
  return stream != nullptr && is_journal(stream, STDERR_FILENO);
}

}  // namespace

base::Logger make_logger(const LogOptions& options) {
  auto sink = std::make_shared<LogSink>(STDERR_FILENO);
  auto logger = std::make_shared<spdlog::logger>("steptail", std::move(sink));
  logger->set_formatter(
      std::make_unique<LogFormatter>(options.format, standard_error_is_journal()));
  base::set_log_level(*logger, options.level);
  // A full disk behind standard error is no reason to write about it there.
  logger->set_error_handler([](const std::string&) {});
  return logger;
}

std::optional<base::LogLevel> log_level_from_name(std::string_view name) {
  if (name == "debug") return base::LogLevel::Debug;
  if (name == "info") return base::LogLevel::Info;
  if (name == "warn") return base::LogLevel::Warn;
  if (name == "error") return base::LogLevel::Error;
  return std::nullopt;
}

std::optional<LogFormat> log_format_from_name(std::string_view name) {
  if (name == "logfmt") return LogFormat::Logfmt;
  if (name == "json") return LogFormat::Json;
  return std::nullopt;
}

bool is_journal(std::string_view journal_stream, int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return false;
  return journal_stream == std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
}

}  // namespace steptail::daemon
