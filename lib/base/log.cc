#include "base/log.h"

#include <spdlog/logger.h>

#include <array>
#include <charconv>
#include <cmath>

#include "base/log_payload.h"

namespace steptail::base {
namespace {

// Stands before each field. A value never holds it: it would begin a field of its own.
constexpr char kSeparator = '\x1f';
constexpr char kText = '=';
constexpr char kBare = '#';

spdlog::level::level_enum spdlog_level(LogLevel level) {
  switch (level) {
    case LogLevel::Debug:
      return spdlog::level::debug;
    case LogLevel::Info:
      return spdlog::level::info;
    case LogLevel::Warn:
      return spdlog::level::warn;
    case LogLevel::Error:
      break;
  }
  return spdlog::level::err;
}

void append_value(std::string& out, std::string_view value) {
  bool cut = value.size() > kMaxLogValueBytes;
  if (cut) value = value.substr(0, kMaxLogValueBytes);
  for (char c : value) {
    if (c == kSeparator) {
      out += "\\x1f";
    } else {
      out += c;
    }
  }
  if (cut) out += "...";
}

}  // namespace

LogField::LogField(std::string_view key, double number) : key_(key), bare_(std::isfinite(number)) {
  std::array<char, 32> digits{};
  auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  value_.assign(digits.data(), end);
}

void set_log_level(spdlog::logger& log, LogLevel level) { log.set_level(spdlog_level(level)); }

std::string pack_event(std::string_view message, std::initializer_list<LogField> fields) {
  std::string payload;
  append_value(payload, message);
  for (const LogField& field : fields) {
    payload += kSeparator;
    payload += field.key();
    payload += field.bare() ? kBare : kText;
    append_value(payload, field.value());
  }
  return payload;
}

void log_event(const Logger& log, LogLevel level, std::string_view message,
               std::initializer_list<LogField> fields) {
  if (!log || !log->should_log(spdlog_level(level))) return;
  log->log(spdlog_level(level), pack_event(message, fields));
}

LogEvent read_event(std::string_view payload) {
  LogEvent event;
  auto end = payload.find(kSeparator);
  event.message = payload.substr(0, end);
  while (end != std::string_view::npos) {
    payload.remove_prefix(end + 1);
    end = payload.find(kSeparator);
    std::string_view field = payload.substr(0, end);
    auto key_end = field.find_first_of("=#");
    if (key_end == std::string_view::npos) continue;
    event.fields.push_back({.key = field.substr(0, key_end),
                            .value = field.substr(key_end + 1),
                            .bare = field[key_end] == kBare});
  }
  return event;
}

}  // namespace steptail::base
