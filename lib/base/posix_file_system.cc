#include "base/posix_file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "base/mount_magic.h"
#include "base/mount_table.h"
#include "base/path_name.h"
#include "base/posix_file.h"

namespace steptail::base {
namespace {

bool needs_server(int fd) {
  struct statfs facts {};
  if (uninterrupted([&] { return ::fstatfs(fd, &facts); }) != 0) return true;
  return mount_kind_of_magic(static_cast<std::uint32_t>(facts.f_type)) != MountKind::Local;
}

FileKind kind_of_entry(unsigned char type) {
  switch (type) {
    case DT_REG:
      return FileKind::Regular;
    case DT_DIR:
      return FileKind::Directory;
    case DT_LNK:
      return FileKind::Symlink;
    default:
      return FileKind::Other;
  }
}

// Removes the file unless keep() was called: nothing half written stays behind.
class Temporary {
 public:
  explicit Temporary(std::string path) : path_(std::move(path)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (!kept_) ::unlink(path_.c_str());
  }
  void keep() { kept_ = true; }

 private:
  std::string path_;
  bool kept_ = false;
};

int sync_directory(const std::string& path) {
  Descriptor fd(
      uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (!fd.valid()) return errno;
  if (uninterrupted([&] { return ::fsync(fd.get()); }) == 0) return 0;
  // Some network and FUSE mounts know no fsync of a directory: nothing more can be done there.
  return errno == EINVAL || errno == ENOTSUP || errno == ENOSYS ? 0 : errno;
}

}  // namespace

const int PosixFileSystem::kOpenFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

Result<std::unique_ptr<File>> PosixFileSystem::open(const std::string& path) {
  Descriptor fd(uninterrupted([&] { return ::open(path.c_str(), kOpenFlags); }));
  if (!fd.valid()) {
    // A socket, and a device without a driver, can never be opened.
    int code = errno == ENXIO || errno == ENODEV ? ENOTSUP : errno;
    return system_failure("open", path, code);
  }
  return file_of(path, std::move(fd));
}

Result<std::unique_ptr<File>> PosixFileSystem::file_of(const std::string& path, Descriptor fd) {
  auto facts = stat_at(fd.get(), "", AT_EMPTY_PATH, path);
  if (!facts) return tl::unexpected<Error>(facts.error());
  if (facts->kind == FileKind::Directory) {
    return tl::unexpected<Error>(Error{.message = "it is a directory; name a file",
                                       .file = path,
                                       .code = std::make_error_code(std::errc::not_supported)});
  }
  if (facts->kind != FileKind::Regular) {
    return system_failure("follow what is not a regular file", path, ENOTSUP);
  }
  return regular_file(path, std::move(fd));
}

std::unique_ptr<File> PosixFileSystem::regular_file(const std::string& path, Descriptor fd) {
  bool ask_server = needs_server(fd.get());
  return std::make_unique<PosixFile>(path, std::move(fd), ask_server);
}

Result<FileStat> PosixFileSystem::stat(const std::string& path) {
  return stat_at(AT_FDCWD, path.c_str(), 0, path);
}

Result<FileStat> PosixFileSystem::lstat(const std::string& path) {
  return stat_at(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, path);
}

Result<std::vector<DirEntry>> PosixFileSystem::list_dir(const std::string& path) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC;
  Descriptor fd(uninterrupted([&] { return ::open(path.c_str(), kFlags); }));
  if (!fd.valid()) return system_failure("list the directory", path, errno);
  return entries_of(path, std::move(fd));
}

Result<std::vector<DirEntry>> PosixFileSystem::entries_of(const std::string& path, Descriptor fd) {
  std::unique_ptr<DIR, int (*)(DIR*)> directory(::fdopendir(fd.get()), ::closedir);
  if (!directory) return system_failure("list the directory", path, errno);
  static_cast<void>(fd.release());  // the stream's now
  std::vector<DirEntry> entries;
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(directory.get());
    if (entry == nullptr) break;
    std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    entries.push_back({std::string(name), kind_of_entry(entry->d_type), entry->d_ino});
  }
  if (errno != 0) return system_failure("list the directory", path, errno);
  return entries;
}

// Nothing below a mount that needs a server is touched: while it hangs, so would whoever asks.
MountKind PosixFileSystem::mount_kind(const std::string& path) {
  constexpr std::size_t kMaxMountInfo = std::size_t{16} << 20U;
  constexpr int kMaxLinks = 40;
  auto text = read_all("/proc/self/mountinfo", kMaxMountInfo);
  if (!text) return MountKind::Unknown;
  auto table = MountTable::parse(*text);
  std::error_code failed;
  std::filesystem::path rest = std::filesystem::absolute(path, failed).lexically_normal();
  std::filesystem::path resolved;
  int links = 0;
  while (!rest.empty()) {
    auto next = resolved / *rest.begin();
    rest = rest.lexically_relative(*rest.begin());
    if (rest == ".") rest.clear();
    if (auto kind = table.kind_of(next.string()); kind != MountKind::Local) return kind;
    auto target = std::filesystem::read_symlink(next, failed);
    if (failed) {  // no link, or not there
      resolved = std::move(next);
      continue;
    }
    if (++links > kMaxLinks) return MountKind::Unknown;
    rest = (resolved / target / rest).lexically_normal();
    resolved.clear();
  }
  return table.kind_of(resolved.string());
}

Result<std::string> PosixFileSystem::read_all(const std::string& path, std::size_t max_bytes) {
  auto file = PosixFileSystem::open(path);
  if (!file) return tl::unexpected<Error>(file.error());
  // The size is not asked for: files of /proc and /sys say 0.
  constexpr std::size_t kStep = 64 * 1024;
  const std::size_t limit = max_bytes + (max_bytes < std::string().max_size() ? 1 : 0);
  std::string bytes;
  for (;;) {
    auto before = bytes.size();
    bytes.resize(std::min(before + kStep, limit));
    auto count = (*file)->read_at(before, std::span(bytes).subspan(before));
    if (!count) return tl::unexpected<Error>(count.error());
    bytes.resize(before + *count);
    if (bytes.size() > max_bytes) {
      return system_failure(("read more than " + std::to_string(max_bytes) + " bytes").c_str(),
                            path, EFBIG);
    }
    if (*count == 0) return bytes;
  }
}

Result<void> PosixFileSystem::write_parts_atomic(const std::string& path,
                                                 std::span<const std::string_view> parts) {
  auto temporary = path + ".tmp";
  // What a killed predecessor left may be anything, even a link to elsewhere: never written into.
  ::unlink(temporary.c_str());
  Descriptor fd(uninterrupted([&] {
    return ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0640);
  }));
  if (!fd.valid()) return system_failure("create", temporary, errno);
  Temporary guard(temporary);
  if (int code = write_all(fd.get(), parts)) return system_failure("write", temporary, code);
  if (uninterrupted([&] { return ::fsync(fd.get()); }) != 0) {
    return system_failure("flush", temporary, errno);
  }
  if (int code = fd.close()) return system_failure("close", temporary, code);
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    return system_failure("rename over", path, errno);
  }
  guard.keep();
  if (int code = sync_directory(directory_of(path))) {
    return system_failure("flush the directory of", path, code);
  }
  return {};
}

Result<void> PosixFileSystem::rename(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return system_failure("rename", from, errno);
  return {};
}

Result<void> PosixFileSystem::remove(const std::string& path) {
  if (::remove(path.c_str()) != 0) return system_failure("remove", path, errno);
  return {};
}

Result<void> PosixFileSystem::make_directories(const std::string& path) {
  for (auto end = path.find('/', 1);; end = path.find('/', end + 1)) {
    auto part = path.substr(0, end);
    if (::mkdir(part.c_str(), 0750) != 0 && errno != EEXIST) {
      int code = errno;
      // A parent that exists but may not be written (EROFS, EACCES) is none of our business.
      auto there = stat(part);
      if (!there || there->kind != FileKind::Directory) {
        return system_failure("make the directory", part, code);
      }
    }
    if (end == std::string::npos) break;
  }
  auto made = stat(path);
  if (!made) return tl::unexpected<Error>(made.error());
  if (made->kind != FileKind::Directory)
    return system_failure("make a directory of", path, ENOTDIR);
  return {};
}

}  // namespace steptail::base
