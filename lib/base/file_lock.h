#pragma once

#include <string>

#include "base/result.h"

namespace steptail::base {

// Holds a file locked against other processes, so that two daemons never share a storage directory.
// One of the adapters to the operating system.
//
// Lifetime: locked from acquire() until destroyed or moved from; the system unlocks when the
// process dies, however it dies. The file stays where it is: removing it would let two holders in.
// Blocking: never; a lock that another holds is an error at once.
// Errors: `code` of the system (std::errc::resource_unavailable_try_again: held by another, whose
// process id the message names where it is known); the message says the path and what to do.
class FileLock {
 public:
  [[nodiscard]] static Result<FileLock> acquire(const std::string& path);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int fd) : fd_(fd) {}
  int fd_ = -1;
};

}  // namespace steptail::base
