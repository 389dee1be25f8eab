#include "daemon/scratch_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace steptail::daemon {
namespace {

// Where the file system cannot make a file without a name, it loses it at once.
base::Descriptor open_nameless(const std::string& directory) {
  base::Descriptor fd(::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (fd.valid()) return fd;
  std::string name = directory + "/.steptail-XXXXXX";
  fd = base::Descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (fd.valid()) ::unlink(name.c_str());
  return fd;
}

}  // namespace

base::Result<std::unique_ptr<ScratchFile>> ScratchFile::create(const std::string& directory) {
  base::Descriptor fd = open_nameless(directory);
  if (!fd.valid()) return base::system_failure("make a temporary file", directory, errno);
  return std::unique_ptr<ScratchFile>(new ScratchFile(directory, std::move(fd)));
}

base::Result<void> ScratchFile::write_at(std::uint64_t offset, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = base::uninterrupted([&] {
      return ::pwrite(fd_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    });
    if (count < 0) return base::system_failure("write a temporary file", directory_, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return {};
}

base::Result<void> ScratchFile::read_at(std::uint64_t offset, std::span<char> out) {
  while (!out.empty()) {
    const ssize_t count = base::uninterrupted(
        [&] { return ::pread(fd_.get(), out.data(), out.size(), static_cast<off_t>(offset)); });
    if (count <= 0) {
      return base::system_failure("read a temporary file", directory_, count < 0 ? errno : EIO);
    }
    out = out.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return {};
}

}  // namespace steptail::daemon
