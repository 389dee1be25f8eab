#include "daemon/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "base/posix_call.h"

namespace steptail::daemon {

void open_standard_streams() {
  // Of the wrong kind, so that using them is an error; messages are not worth one.
  constexpr std::array kModes{O_WRONLY, O_RDONLY, O_WRONLY};
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest number that is free is this one.
    static_cast<void>(::open("/dev/null", kModes[static_cast<std::size_t>(fd)]));
  }
}

base::Result<void> flush_standard_output() {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return {};
  return base::system_failure("write", "standard output", errno != 0 ? errno : EIO);
}

}  // namespace steptail::daemon
