#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace steptail::base {
namespace {

Error lock_error(const std::string& path, int code, const std::string& message) {
  return Error{.message = message, .file = path, .code = {code, std::generic_category()}};
}

// The process id that the holder wrote; empty where it is not to be read.
std::string holder(int fd) {
  std::array<char, 32> text{};
  const ssize_t size = ::pread(fd, text.data(), text.size(), 0);
  std::string digits;
  for (ssize_t i = 0; i < size; ++i) {
    const char c = text[static_cast<std::size_t>(i)];
    if (c < '0' || c > '9') break;
    digits += c;
  }
  return digits;
}

// For people who wonder who holds the lock; the lock itself does not need it, so that a full disk
// is no reason to refuse.
void write_process_id(int fd) {
  const std::string text = std::to_string(::getpid()) + "\n";
  if (::ftruncate(fd, 0) == 0) {
    [[maybe_unused]] const ssize_t written = ::pwrite(fd, text.data(), text.size(), 0);
  }
}

int lock_now(int fd) {
  while (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

}  // namespace

Result<FileLock> FileLock::acquire(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (fd < 0) {
    const int code = errno;
    return tl::unexpected(
        lock_error(path, code,
                   "cannot open the lock file: " + std::generic_category().message(code) +
                       "; the directory must exist and be writable"));
  }
  FileLock lock(fd);
  const int code = lock_now(fd);
  if (code == EWOULDBLOCK) {
    const std::string id = holder(fd);
    return tl::unexpected(lock_error(path, code,
                                     "another steptail" +
                                         (id.empty() ? "" : ", process " + id + ",") +
                                         " uses this directory; stop it or choose another"));
  }
  if (code != 0) {
    return tl::unexpected(
        lock_error(path, code, "cannot lock: " + std::generic_category().message(code)));
  }
  write_process_id(fd);
  return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

FileLock::~FileLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace steptail::base
