#include "daemon/sd_notify.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace steptail::daemon {
namespace {

constexpr int kFirstPassedFd = 3;
constexpr std::uint64_t kMaxPassedFds = 64;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool meant_for_us(std::string_view pid) {
  return number(pid) == static_cast<std::uint64_t>(::getpid());
}

// A message is lines of its own: what stands in one value must not begin another.
std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return line;
}

}  // namespace

SdNotify::SdNotify(std::string socket) : socket_(std::move(socket)) {
  bool known = !socket_.empty() && (socket_.front() == '/' || socket_.front() == '@');
  if (!known || socket_.size() >= sizeof(sockaddr_un::sun_path)) return;
  fd_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

SdNotify::~SdNotify() {
  if (fd_ >= 0) ::close(fd_);
}

void SdNotify::ready(std::string_view status) const { send("READY=1\nSTATUS=" + one_line(status)); }

void SdNotify::reloading(base::MonoTime now) const {
  auto since_boot = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch());
  send("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(since_boot.count()));
}

void SdNotify::stopping() const { send("STOPPING=1"); }

void SdNotify::status(std::string_view text) const { send("STATUS=" + one_line(text)); }

void SdNotify::watchdog() const { send("WATCHDOG=1"); }

void SdNotify::send(const std::string& message) const {
  if (fd_ < 0) return;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, socket_.data(), socket_.size());
  if (socket_.front() == '@') address.sun_path[0] = '\0';
  auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  // The C socket API takes every kind of address by a pointer to the general one.
  const auto* general = reinterpret_cast<const sockaddr*>(&address);
  [[maybe_unused]] auto sent =
      ::sendto(fd_, message.data(), message.size(), MSG_NOSIGNAL, general, length);
}

ServiceEnvironment service_environment() {
  ServiceEnvironment found;
  found.notify_socket = environment("NOTIFY_SOCKET");
  auto watchdog_pid = environment("WATCHDOG_PID");
  auto microseconds = number(environment("WATCHDOG_USEC"));
  if (microseconds && *microseconds > 0 && (watchdog_pid.empty() || meant_for_us(watchdog_pid))) {
    constexpr std::uint64_t kMostMicroseconds = 1'000'000ULL * 86400 * 365;
    found.watchdog_interval = std::chrono::microseconds(std::min(*microseconds, kMostMicroseconds));
  }
  if (meant_for_us(environment("LISTEN_PID"))) {
    auto count = std::min(number(environment("LISTEN_FDS")).value_or(0), kMaxPassedFds);
    for (std::uint64_t i = 0; i < count; ++i) {
      int fd = kFirstPassedFd + static_cast<int>(i);
      if (::fcntl(fd, F_SETFD, FD_CLOEXEC) == 0) found.listen_fds.push_back(fd);
    }
  }
  return found;
}

}  // namespace steptail::daemon
