#pragma once

#include <spdlog/fwd.h>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace steptail::base {

// How every stage logs: a constant message and named values, never a format string.
//
//   log_event(log_, LogLevel::Info, "listening", {{"address", address}});
//
// gives `ts=... level=info msg=listening address=127.0.0.1:40123`, or the same as JSON. The logger
// is spdlog's and is passed in, never the global one. The message and the fields travel in one
// payload that the process's formatter takes apart again (read_event), so that what a log file or a
// path says can neither forge a field nor a line; escaping is the formatter's. Contract: messages
// and keys are constants of ours (keys: lower_snake); values may be any bytes, of which
// kMaxLogValueBytes are kept. One line per change of state, never one per input line; whoever can
// be made to repeat itself by the outside limits its own rate. Thread: any. Cost: nothing when the
// level is off, else one string.

using Logger = std::shared_ptr<spdlog::logger>;  // null: say nothing

enum class LogLevel : std::uint8_t { Debug, Info, Warn, Error };

inline constexpr std::size_t kMaxLogValueBytes = 1024;

// One named value. Text is copied; numbers and truth values stay bare in JSON.
class LogField {
 public:
  LogField(std::string_view key, std::string_view text) : key_(key), value_(text) {}
  LogField(std::string_view key, const std::string& text) : LogField(key, std::string_view(text)) {}
  LogField(std::string_view key, const char* text) : LogField(key, std::string_view(text)) {}
  template <std::same_as<bool> T>
  LogField(std::string_view key, T truth)
      : key_(key), value_(truth ? "true" : "false"), bare_(true) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) LogField(std::string_view key, T number)
      : key_(key), value_(std::to_string(number)), bare_(true) {}
  LogField(std::string_view key, double number);

  [[nodiscard]] std::string_view key() const { return key_; }
  [[nodiscard]] std::string_view value() const { return value_; }
  [[nodiscard]] bool bare() const { return bare_; }

 private:
  std::string_view key_;
  std::string value_;
  bool bare_ = false;
};

void set_log_level(spdlog::logger& log, LogLevel level);

void log_event(const Logger& log, LogLevel level, std::string_view message,
               std::initializer_list<LogField> fields = {});

// What log_event() packed; a payload of another origin is all message. Views into `payload`.
struct LogEvent {
  struct Field {
    std::string_view key;
    std::string_view value;
    bool bare = false;
  };
  std::string_view message;
  std::vector<Field> fields;
};
[[nodiscard]] LogEvent read_event(std::string_view payload);

}  // namespace steptail::base
