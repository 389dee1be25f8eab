#include "base/posix_call.h"

#include <unistd.h>

namespace steptail::base {

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

int Descriptor::close() {
  // Linux has closed the descriptor even where close() was interrupted: never again.
  int result = ::close(std::exchange(fd_, -1));
  return result == 0 || errno == EINTR ? 0 : errno;
}

int write_all(int fd, std::span<const char> bytes) {
  while (!bytes.empty()) {
    auto count = uninterrupted([&] { return ::write(fd, bytes.data(), bytes.size()); });
    if (count < 0) return errno;
    if (count == 0) return EIO;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return 0;
}

tl::unexpected<Error> system_failure(const char* action, const std::string& path, int code) {
  return tl::unexpected<Error>(Error{
      .message = std::string("cannot ") + action + ": " + std::generic_category().message(code),
      .file = path,
      .code = {code, std::generic_category()}});
}

}  // namespace steptail::base
