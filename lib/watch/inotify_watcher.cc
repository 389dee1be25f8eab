#include "watch/inotify_watcher.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <utility>
#include <vector>

namespace steptail::watch {
namespace {

constexpr std::uint32_t kEvents = IN_CREATE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE |
                                  IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF;
constexpr std::size_t kReadBytes = 64 * 1024;

tl::unexpected<base::Error> failure(const std::string& directory, int code) {
  std::string message = "cannot watch the directory: " + std::generic_category().message(code);
  if (code == ENOSPC) message += " (raise fs.inotify.max_user_watches; it is polled meanwhile)";
  if (code == EMFILE) message += " (raise fs.inotify.max_user_instances; it is polled meanwhile)";
  return tl::unexpected<base::Error>(
      base::Error{.message = message, .file = directory, .code = {code, std::generic_category()}});
}

}  // namespace

InotifyWatcher::InotifyWatcher(base::Loop& loop)
    : loop_(loop),
      fd_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)),
      open_error_(fd_ < 0 ? errno : 0) {}

InotifyWatcher::~InotifyWatcher() {
  if (fd_ < 0) return;
  loop_.cancel(rest_timer_);
  loop_.forget(fd_);
  ::close(fd_);
}

void InotifyWatcher::start(Sink sink) {
  sink_ = std::move(sink);
  if (fd_ >= 0) listen();
}

void InotifyWatcher::listen() {
  loop_.on_readable(fd_, [this] { on_readable(); });
}

base::Result<int> InotifyWatcher::add(const std::string& directory) const {
  if (fd_ < 0) return failure(directory, open_error_);
  int id = ::inotify_add_watch(fd_, directory.c_str(), kEvents | IN_ONLYDIR);
  if (id < 0) return failure(directory, errno);
  return id;
}

base::Result<bool> InotifyWatcher::watch(const std::string& directory) {
  auto id = add(directory);
  if (!id) {
    unwatch(directory);
    return tl::unexpected<base::Error>(id.error());
  }
  auto known = ids_.find(directory);
  if (known != ids_.end() && known->second == *id) return false;
  if (known != ids_.end()) unwatch(directory);  // another directory bears the name now
  ids_[directory] = *id;
  directories_.emplace(*id, directory);
  return true;
}

void InotifyWatcher::unwatch(const std::string& directory) {
  auto known = ids_.find(directory);
  if (known == ids_.end()) return;
  int id = known->second;
  forget_name(directory, id);
  if (!directories_.contains(id)) ::inotify_rm_watch(fd_, id);
}

void InotifyWatcher::forget_name(const std::string& directory, int id) {
  ids_.erase(directory);
  auto [begin, end] = directories_.equal_range(id);
  for (auto it = begin; it != end; ++it) {
    if (it->second != directory) continue;
    directories_.erase(it);
    return;
  }
}

void InotifyWatcher::forget_watch(int id) {
  auto [begin, end] = directories_.equal_range(id);
  for (auto it = begin; it != end; ++it) ids_.erase(it->second);
  directories_.erase(id);
}

void InotifyWatcher::on_readable() {
  // A read that fills its memory has left some behind.
  if (read_events() > kReadBytes - sizeof(inotify_event) - NAME_MAX - 1) return;
  loop_.forget(fd_);
  rest_timer_ = loop_.after(kRest, [this] { listen(); });
}

std::size_t InotifyWatcher::read_events() {
  alignas(inotify_event) std::array<char, kReadBytes> buffer;
  auto count = ::read(fd_, buffer.data(), buffer.size());
  if (count <= 0) return 0;  // EAGAIN, EINTR: level-triggered, the loop calls again
  last_told_.clear();
  const char* next = buffer.data();
  const char* end = next + count;
  while (next < end) {
    inotify_event header{};
    std::memcpy(&header, next, sizeof(header));
    const char* name = next + sizeof(header);
    next = name + header.len;
    on_event({.id = header.wd,
              .mask = header.mask,
              .name = {name, header.len > 0 ? ::strnlen(name, header.len) : 0}});
  }
  return static_cast<std::size_t>(count);
}

std::span<const std::string> InotifyWatcher::paths_of(const Event& event) {
  auto [begin, end] = directories_.equal_range(event.id);
  std::size_t count = 0;
  for (auto it = begin; it != end; ++it) {
    if (count == paths_.size()) paths_.emplace_back();
    std::string& path = paths_[count++];
    path = it->second;
    if (!event.name.empty()) (path += '/') += event.name;
  }
  return std::span(paths_).first(count);
}

void InotifyWatcher::on_event(const Event& event) {
  if ((event.mask & IN_Q_OVERFLOW) != 0) {
    ++overflows_;
    return tell({});
  }
  const std::span<const std::string> paths = paths_of(event);
  constexpr std::uint32_t kLost = IN_IGNORED | IN_UNMOUNT | IN_MOVE_SELF | IN_DELETE_SELF;
  if ((event.mask & kLost) != 0 && !paths.empty()) {
    // A moved directory is still watched, but its names no longer lead there.
    if ((event.mask & IN_MOVE_SELF) != 0) ::inotify_rm_watch(fd_, event.id);
    forget_watch(event.id);
    return tell({});
  }
  for (const auto& path : paths) {
    if (path == last_told_) continue;
    tell(path);
    last_told_ = path;
  }
}

void InotifyWatcher::tell(std::string_view path) {
  if (sink_) sink_(Hint{path});
}

}  // namespace steptail::watch
