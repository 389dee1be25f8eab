#pragma once

#include "base/file_system.h"
#include "base/posix_call.h"

namespace steptail::base {

// The real FileSystem. One of the adapters that may make system calls.
// Contract: calls that a signal interrupts go on. Opening never blocks on a FIFO or a device and
// never takes a terminal. On network mounts File::stat() asks the server.
// Thread: any; it has no state. Blocking: as the file system does.
class PosixFileSystem : public FileSystem {
 public:
  [[nodiscard]] Result<std::unique_ptr<File>> open(const std::string& path) override;
  [[nodiscard]] Result<FileStat> stat(const std::string& path) override;
  [[nodiscard]] Result<FileStat> lstat(const std::string& path) override;
  [[nodiscard]] Result<std::vector<DirEntry>> list_dir(const std::string& path) override;
  [[nodiscard]] MountKind mount_kind(const std::string& path) override;
  [[nodiscard]] Result<std::string> read_all(const std::string& path,
                                             std::size_t max_bytes) override;
  [[nodiscard]] Result<void> write_parts_atomic(const std::string& path,
                                                std::span<const std::string_view> parts) override;
  [[nodiscard]] Result<void> rename(const std::string& from, const std::string& to) override;
  [[nodiscard]] Result<void> remove(const std::string& path) override;
  [[nodiscard]] Result<void> make_directories(const std::string& path) override;

 protected:
  // How files are opened for reading: nothing waits, no terminal is taken.
  static const int kOpenFlags;
  // The file behind an open descriptor. Error: it is no regular one.
  [[nodiscard]] static Result<std::unique_ptr<File>> file_of(const std::string& path,
                                                             Descriptor fd);
  // The same of what is known to be one.
  [[nodiscard]] static std::unique_ptr<File> regular_file(const std::string& path, Descriptor fd);
  [[nodiscard]] static Result<std::vector<DirEntry>> entries_of(const std::string& path,
                                                                Descriptor fd);
};

}  // namespace steptail::base
