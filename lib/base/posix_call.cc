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

tl::unexpected<Error> system_failure(const char* action, const std::string& path, int code) {
  return tl::unexpected<Error>(Error{
      .message = std::string("cannot ") + action + ": " + std::generic_category().message(code),
      .file = path,
      .code = {code, std::generic_category()}});
}

}  // namespace steptail::base
