#pragma once

#include <cerrno>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace steptail::base {

// What the POSIX adapters share: descriptors that close themselves, calls that signals interrupt,
// and errors that name the path.

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool valid() const { return fd_ >= 0; }
  // Lets go of it without closing.
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }
  // Closes and says whether that worked: on network file systems errors of writes come late.
  [[nodiscard]] int close();

 private:
  int fd_;
};

// Repeats `call` while a signal interrupts it.
template <typename Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// Until all is written. 0, or the errno of what failed.
[[nodiscard]] int write_all(int fd, std::span<const char> bytes);
[[nodiscard]] int write_all(int fd, std::span<const std::string_view> parts);

// "cannot ACTION PATH: reason", with `code` (errno) and the path.
[[nodiscard]] tl::unexpected<Error> system_failure(const char* action, const std::string& path,
                                                   int code);

}  // namespace steptail::base
