#include "daemon/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace steptail::daemon {
namespace {

constexpr const char* kStandardOutput = "standard output";

constexpr mode_t kPermissions = 0777;

// Of the file that it replaces, or of any new one.
mode_t mode_for(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) == 0) return facts.st_mode & kPermissions;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

bool is_special(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode);
}

// Where links lead to: a descriptor of this process (/dev/stdout, /dev/fd/3), else a path.
struct Target {
  std::string path;
  int fd = -1;
};

std::optional<int> descriptor_at(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto own = std::filesystem::canonical("/proc/self/fd", ignored);
  if (own.empty() || std::filesystem::canonical(path.parent_path(), ignored) != own) return {};
  const std::string name = path.filename();
  int fd = -1;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), fd);
  if (read.ec != std::errc() || read.ptr != name.data() + name.size()) return {};
  return fd;
}

Target target_of(const std::string& path) {
  constexpr int kMostLinks = 40;
  std::filesystem::path at = path;
  std::error_code ignored;
  for (int links = 0; links < kMostLinks; ++links) {
    if (const auto fd = descriptor_at(at)) return {.path = path, .fd = *fd};
    if (!std::filesystem::is_symlink(at, ignored)) return {.path = at.string()};
    at = at.parent_path() / std::filesystem::read_symlink(at, ignored);
  }
  return {.path = path};
}

base::Descriptor copy_of(int fd) { return base::Descriptor(::fcntl(fd, F_DUPFD_CLOEXEC, 3)); }

}  // namespace

base::Result<OutputFile> OutputFile::create(const std::string& name) {
  if (name.empty() || name == "-") {
    base::Descriptor fd = copy_of(STDOUT_FILENO);
    if (!fd.valid()) return base::system_failure("open", kStandardOutput, errno);
    return OutputFile(kStandardOutput, {}, std::move(fd));
  }
  const auto [path, open_fd] = target_of(name);
  if (open_fd >= 0 || is_special(path)) {
    base::Descriptor fd =
        open_fd >= 0 ? copy_of(open_fd)
                     : base::Descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (!fd.valid()) return base::system_failure("open", path, errno);
    return OutputFile(path, {}, std::move(fd));
  }
  std::string temporary = path + ".XXXXXX";
  base::Descriptor fd(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!fd.valid()) return base::system_failure("write", path, errno);
  if (::fchmod(fd.get(), mode_for(path)) != 0) {
    ::unlink(temporary.c_str());
    return base::system_failure("write", path, errno);
  }
  return OutputFile(path, std::move(temporary), std::move(fd));
}

OutputFile::~OutputFile() {
  if (fd_.valid() && !temporary_.empty()) ::unlink(temporary_.c_str());
}

base::Result<void> OutputFile::write(std::span<const char> bytes) {
  if (int code = base::write_all(fd_.get(), bytes)) {
    return base::system_failure("write", path_, code);
  }
  return {};
}

base::Result<void> OutputFile::commit() {
  // Network file systems say only here that they are full.
  const int code = fd_.close();
  if (code != 0) {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    return base::system_failure("write", path_, code);
  }
  if (temporary_.empty()) return {};
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary_.c_str());
    return base::system_failure("write", path_, reason);
  }
  return {};
}

}  // namespace steptail::daemon
