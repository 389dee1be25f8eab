#include "simulate/log_writer.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cassert>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/posix_call.h"

namespace steptail::simulate {
namespace {

base::Error error_of(const std::string& path, const char* what, std::error_code code) {
  return {.message = std::string(what) + ": " + code.message(), .file = path, .code = code};
}

// What the wall clock on the wall says: training jobs print local time.
base::WallTime local_time(base::WallTime now) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count();
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  if (localtime_r(&time, &parts) == nullptr) return now;
  return now + std::chrono::seconds(parts.tm_gmtoff);
}

std::uint64_t size_of(const base::Descriptor& file) {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

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
  const base::Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
  if (!file.valid()) return base::system_failure("open", path, errno);
  if (int failure = base::write_all(file.get(), write.bytes)) {
    return base::system_failure("write", path, failure);
  }
  written_bytes_ += write.bytes.size();
  // Only between lines: a reader may otherwise see half a line in each of the two files.
  if (size_of(file) < kRotateBytes || write.bytes.back() != '\n') return {};
  std::filesystem::rename(path, path + ".1", code);
  if (code) return tl::unexpected(error_of(path, "cannot rename", code));
  return {};
}

}  // namespace steptail::simulate
