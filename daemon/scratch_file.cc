#include "daemon/scratch_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace steptail::daemon {
namespace {

constexpr std::size_t kAppendBytes = std::size_t{256} * 1024;

// Where the file system cannot make a file without a name, it loses it at once.
base::Descriptor open_nameless(const std::string& directory) {
  base::Descriptor fd(::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (fd.valid()) return fd;
  std::string name = directory + "/.steptail-XXXXXX";
  fd = base::Descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (fd.valid()) ::unlink(name.c_str());
  return fd;
}

std::string directory_for(const std::string& output) {
  std::error_code ignored;
  const std::filesystem::path parent = std::filesystem::path(output).parent_path();
  if (!output.empty()) return parent.empty() ? "." : parent.string();
  return std::filesystem::temp_directory_path(ignored).string();
}

}  // namespace

base::Result<std::unique_ptr<ScratchFile>> ScratchFile::create_beside(const std::string& output) {
  const std::string directory = directory_for(output);
  base::Descriptor fd = open_nameless(directory);
  if (!fd.valid()) return base::system_failure("make a temporary file", directory, errno);
  std::unique_ptr<ScratchFile> file(new ScratchFile(directory, std::move(fd)));
  auto behind = WriteBehind::start(
      [&scratch = *file](std::span<const char> bytes) { return scratch.write(bytes); });
  if (!behind) return tl::unexpected(behind.error());
  file->behind_ = *std::move(behind);
  return file;
}

base::Result<void> ScratchFile::write(std::span<const char> bytes) {
  if (int code = base::write_all(fd_.get(), bytes)) {
    return base::system_failure("write a temporary file", directory_, code);
  }
  return {};
}

base::Result<void> ScratchFile::append(std::span<const char> bytes) {
  while (!bytes.empty()) {
    block_.room.resize(kAppendBytes);
    const std::size_t count = std::min(bytes.size(), kAppendBytes - block_.used);
    std::memcpy(block_.room.data() + block_.used, bytes.data(), count);
    block_.used += count;
    bytes = bytes.subspan(count);
    if (block_.used == kAppendBytes) {
      if (auto written = behind_->write(block_); !written) return written;
    }
  }
  return {};
}

base::Result<void> ScratchFile::read_at(std::uint64_t offset, std::span<char> out) {
  if (!reading_) {
    if (auto written = behind_->write(block_); !written) return written;
    if (auto finished = behind_->finish(); !finished) return finished;
    reading_ = true;
  }
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
