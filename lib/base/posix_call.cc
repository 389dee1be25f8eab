#include "base/posix_call.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>

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

int write_all(int fd, std::span<const std::string_view> parts) {
  std::array<iovec, 256> vectors{};
  while (!parts.empty()) {
    const std::size_t count = std::min(vectors.size(), parts.size());
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < count; ++i) {
      vectors[i] = {.iov_base = const_cast<char*>(parts[i].data()), .iov_len = parts[i].size()};
      bytes += parts[i].size();
    }
    auto written =
        uninterrupted([&] { return ::writev(fd, vectors.data(), static_cast<int>(count)); });
    if (written < 0) return errno;
    if (written == 0 && bytes > 0) return EIO;
    auto left = static_cast<std::size_t>(written);
    std::size_t done = 0;
    while (done < count && left >= parts[done].size()) left -= parts[done++].size();
    parts = parts.subspan(done);
    if (left == 0) continue;
    // A disk that fills up, or a signal, cuts a part in two.
    if (int code = write_all(fd, std::span(parts.front()).subspan(left))) return code;
    parts = parts.subspan(1);
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
