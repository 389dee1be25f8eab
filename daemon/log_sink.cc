#include "daemon/log_sink.h"

#include <spdlog/details/log_msg.h>
#include <unistd.h>

#include <cerrno>

#include "base/log_payload.h"

namespace steptail::daemon {

LogSink::~LogSink() {
  const std::lock_guard lock(mutex_);
  report(throttle_.take_all(), spdlog::log_clock::now());
}

void LogSink::sink_it_(const spdlog::details::log_msg& message) {
  if (message.level < spdlog::level::info) return write_line(message);
  report(throttle_.take_kept_back(message.time), message.time);
  const auto event = base::read_event({message.payload.data(), message.payload.size()});
  if (throttle_.admit(event.message, message.time)) write_line(message);
}

void LogSink::write_line(const spdlog::details::log_msg& message) {
  spdlog::memory_buf_t line;
  formatter_->format(message, line);
  const char* from = line.data();
  std::size_t left = line.size();
  while (left > 0) {
    const auto written = ::write(fd_, from, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // nowhere to say so
    from += written;
    left -= static_cast<std::size_t>(written);
  }
}

void LogSink::report(const LogThrottle::Counts& counts, spdlog::log_clock::time_point now) {
  for (const auto& [event, lines] : counts) {
    const std::string payload = base::pack_event("kept_back", {{"event", event}, {"lines", lines}});
    write_line({now, {}, "steptail", spdlog::level::warn, payload});
  }
}

}  // namespace steptail::daemon
