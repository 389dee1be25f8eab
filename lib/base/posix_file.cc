#include "base/posix_file.h"

#include <fcntl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <climits>
#include <limits>
#include <string_view>

namespace steptail::base {
namespace {

WallTime to_wall(const statx_timestamp& time) {
  // Times far outside what nanoseconds can say come from broken file systems.
  constexpr std::int64_t kMaxSeconds = 9'000'000'000;
  if (time.tv_sec < -kMaxSeconds || time.tv_sec > kMaxSeconds) return {};
  return WallTime{std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec)};
}

FileKind kind_of(std::uint32_t mode) {
  if (S_ISREG(mode)) return FileKind::Regular;
  if (S_ISDIR(mode)) return FileKind::Directory;
  if (S_ISLNK(mode)) return FileKind::Symlink;
  return FileKind::Other;
}

}  // namespace

FileStat to_file_stat(const struct statx& facts) {
  return {.kind = kind_of(facts.stx_mode),
          .device = makedev(facts.stx_dev_major, facts.stx_dev_minor),
          .inode = facts.stx_ino,
          .size = facts.stx_size,
          .links = facts.stx_nlink,
          .owner = facts.stx_uid,
          .mode = facts.stx_mode & 07777U,
          .modified = to_wall(facts.stx_mtime),
          .born = (facts.stx_mask & STATX_BTIME) != 0 ? to_wall(facts.stx_btime) : WallTime{}};
}

Result<FileStat> stat_at(int fd, const char* path, int flags, const std::string& name) {
  struct statx facts {};
  int result = uninterrupted(
      [&] { return ::statx(fd, path, flags, STATX_BASIC_STATS | STATX_BTIME, &facts); });
  if (result != 0) return system_failure("look at the file", name, errno);
  return to_file_stat(facts);
}

Result<std::size_t> PosixFile::read_at(std::uint64_t offset, std::span<char> out) {
  constexpr auto kMaxOffset = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
  std::size_t done = 0;
  while (done < out.size() && offset + done <= kMaxOffset) {
    auto count = uninterrupted([&] {
      return ::pread(fd_.get(), out.data() + done, out.size() - done,
                     static_cast<off_t>(offset + done));
    });
    if (count < 0) {
      // What was read before the error is good; the next call will meet the error again.
      if (done > 0) return done;
      return system_failure("read", path_, errno);
    }
    if (count == 0) break;
    const bool ended = static_cast<std::size_t>(count) < out.size() - done;
    done += static_cast<std::size_t>(count);
    if (ended && !ask_server_) break;  // a local file system gives all that there is
  }
  return done;
}

Result<FileStat> PosixFile::stat() {
  int flags = AT_EMPTY_PATH | (ask_server_ ? AT_STATX_FORCE_SYNC : 0);
  return stat_at(fd_.get(), "", flags, path_);
}

std::uint64_t PosixFile::next_data(std::uint64_t offset) {
  const off_t data = ::lseek(fd_.get(), static_cast<off_t>(offset), SEEK_DATA);
  return data < 0 ? offset : static_cast<std::uint64_t>(data);
}

std::string PosixFile::real_path() const {
  constexpr std::string_view kDeleted = " (deleted)";
  char text[PATH_MAX];
  const auto link = "/proc/self/fd/" + std::to_string(fd_.get());
  const auto length = ::readlink(link.c_str(), text, sizeof(text));
  if (length <= 0 || length == static_cast<ssize_t>(sizeof(text)) || text[0] != '/') return {};
  std::string path(text, static_cast<std::size_t>(length));
  return path.ends_with(kDeleted) ? std::string() : path;
}

// Advice: where it is not taken, the next read gives the same bytes.
void PosixFile::drop_cache() {
  static_cast<void>(::posix_fadvise(fd_.get(), 0, 0, POSIX_FADV_DONTNEED));
}

}  // namespace steptail::base
