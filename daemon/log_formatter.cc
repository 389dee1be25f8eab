#include "daemon/log_formatter.h"

#include <spdlog/details/log_msg.h>
#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>

#include "base/json_text.h"

namespace steptail::daemon {
namespace {

struct LevelText {
  std::string_view name;
  std::string_view priority;  // of syslog
};

LevelText level_text(spdlog::level::level_enum level) {
  switch (level) {
    case spdlog::level::trace:
    case spdlog::level::debug:
      return {"debug", "<7>"};
    case spdlog::level::info:
      return {"info", "<6>"};
    case spdlog::level::warn:
      return {"warn", "<4>"};
    default:
      return {"error", "<3>"};
  }
}

std::string timestamp(spdlog::log_clock::time_point time) {
  auto since_epoch = time.time_since_epoch();
  auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count() % 1000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(spdlog::log_clock::to_time_t(time)),
                     milliseconds);
}

void append_logfmt(std::string& line, std::string_view key, std::string_view value) {
  line += ' ';
  line += key;
  line += '=';
  line += logfmt_value(value);
}

void append_json(std::string& line, std::string_view key, std::string value) {
  if (line.back() != '{') line += ',';
  line += json_value(key);
  line += ':';
  line += value;
}

std::string logfmt_line(std::string_view time, std::string_view level,
                        const base::LogEvent& event) {
  std::string line = fmt::format("ts={} level={}", time, level);
  append_logfmt(line, "msg", event.message);
  for (const auto& field : event.fields) append_logfmt(line, field.key, field.value);
  return line;
}

std::string json_line(std::string_view time, std::string_view level, const base::LogEvent& event) {
  std::string line = "{";
  append_json(line, "ts", json_value(time));
  append_json(line, "level", json_value(level));
  append_json(line, "msg", json_value(event.message));
  for (const auto& field : event.fields) {
    append_json(line, field.key, field.bare ? std::string(field.value) : json_value(field.value));
  }
  return line + "}";
}

}  // namespace

std::string logfmt_value(std::string_view raw) {
  std::string text;
  for (std::string_view rest = raw; !rest.empty();) {
    const auto [point, bytes] = base::take_code_point(rest);
    if (point.length == 0) {
      // Unlike JSON, logfmt lets a byte that is part of no code point keep its value.
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes.front()));
    } else {
      base::append_escaped(text, point, bytes);
    }
  }
  const bool bare =
      !raw.empty() && text == raw && raw.find_first_of(" =") == std::string_view::npos;
  return bare ? text : "\"" + text + "\"";
}

std::string json_value(std::string_view raw) {
  std::string text;
  base::append_json_string(text, raw);
  return text;
}

void LogFormatter::format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& out) {
  auto [level, priority] = level_text(message.level);
  base::LogEvent event =
      base::read_event(std::string_view(message.payload.data(), message.payload.size()));
  std::string time = timestamp(message.time);
  std::string line =
      format_ == LogFormat::Json ? json_line(time, level, event) : logfmt_line(time, level, event);
  if (priority_prefix_) out.append(priority.data(), priority.data() + priority.size());
  line += '\n';
  out.append(line.data(), line.data() + line.size());
}

std::unique_ptr<spdlog::formatter> LogFormatter::clone() const {
  return std::make_unique<LogFormatter>(format_, priority_prefix_);
}

}  // namespace steptail::daemon
