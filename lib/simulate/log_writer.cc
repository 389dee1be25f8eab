#include "simulate/log_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

namespace steptail::simulate {
namespace {

base::Error error_of(const std::string& path, const char* what, std::error_code code) {
  return {.message = std::string(what) + ": " + code.message(), .file = path, .code = code};
}

std::error_code last_error() { return {errno, std::generic_category()}; }

// What the wall clock on the wall says: training jobs print local time.
base::WallTime local_time(base::WallTime now) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count();
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  if (localtime_r(&time, &parts) == nullptr) return now;
  return now + std::chrono::seconds(parts.tm_gmtoff);
}

// A file open for appending. Closes itself.
class Appender {
 public:
  explicit Appender(const std::string& path)
      : fd_(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644)) {}
  ~Appender() {
    if (fd_ >= 0) ::close(fd_);
  }
  Appender(const Appender&) = delete;
  Appender& operator=(const Appender&) = delete;

  [[nodiscard]] bool is_open() const { return fd_ >= 0; }

  [[nodiscard]] bool write_all(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }

  [[nodiscard]] std::uint64_t size() const {
    struct stat status {};
    return ::fstat(fd_, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
  }

 private:
  int fd_;
};

}  // namespace

LogWriter::LogWriter(base::Loop& loop, std::string directory,
                     std::vector<std::unique_ptr<Job>> jobs, double speed, OnError on_error)
    : loop_(loop), directory_(std::move(directory)), speed_(speed), on_error_(std::move(on_error)) {
  assert(speed > 0);
  for (auto& job : jobs) jobs_.push_back({.job = std::move(job)});
}

LogWriter::~LogWriter() {
  for (const Running& running : jobs_) loop_.cancel(running.timer);
}

base::Result<void> LogWriter::start() {
  std::error_code code;
  std::filesystem::create_directories(directory_, code);
  if (code) return tl::unexpected(error_of(directory_, "cannot make the directory", code));
  for (Running& running : jobs_) {
    running.timer = loop_.after(base::Duration{0}, [this, &running] { write_next(running); });
  }
  return {};
}

void LogWriter::write_next(Running& running) {
  const Write write = running.job->next(local_time(loop_.wall()));
  auto appended = append(write);
  if (!appended && !running.failing && on_error_) on_error_(appended.error());
  running.failing = !appended;
  running.timer = loop_.after(base::from_seconds(base::to_seconds(write.pause) / speed_),
                              [this, &running] { write_next(running); });
}

base::Result<void> LogWriter::append(const Write& write) {
  if (write.bytes.empty()) return {};
  const std::string path = directory_ + "/" + write.file;
  std::error_code code;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), code);
  if (code) return tl::unexpected(error_of(path, "cannot make its directory", code));
  const Appender file(path);
  if (!file.is_open()) return tl::unexpected(error_of(path, "cannot open", last_error()));
  if (!file.write_all(write.bytes)) {
    return tl::unexpected(error_of(path, "cannot write", last_error()));
  }
  written_bytes_ += write.bytes.size();
  // Only between lines: a reader may otherwise see half a line in each of the two files.
  if (file.size() < kRotateBytes || write.bytes.back() != '\n') return {};
  std::filesystem::rename(path, path + ".1", code);
  if (code) return tl::unexpected(error_of(path, "cannot rename", code));
  return {};
}

}  // namespace steptail::simulate
