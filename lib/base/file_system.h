#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace steptail::base {

enum class FileKind : std::uint8_t { Regular, Directory, Symlink, Other };

// Local: inotify tells every change. Network (NFS, Lustre, GPFS, CIFS, FUSE, ...): it does not, and
// sizes may be stale. Unknown is treated as Network.
enum class MountKind : std::uint8_t { Local, Network, Unknown };

struct FileStat {
  FileKind kind = FileKind::Other;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::uint64_t links = 1;
  std::uint32_t owner = 0;
  std::uint32_t mode = 0;
  WallTime modified{};
  WallTime born{};  // zero where the file system does not say
};

struct DirEntry {
  std::string name;
  FileKind kind = FileKind::Other;  // of the entry itself; Other also where the system does not say
  std::uint64_t inode = 0;          // a hint (some layered file systems say another); 0: unknown
};

// An open regular file, read at offsets. Never blocks for data: at the end read_at returns 0.
// Lifetime: owns its descriptor. Errors keep the system's code (ESTALE, EIO, ...).
class File {
 public:
  virtual ~File() = default;
  // Fills up to out.size() bytes from `offset`; fewer only at the end of the file.
  [[nodiscard]] virtual Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) = 0;
  // The true size and link count now, not a network file system's cached ones.
  [[nodiscard]] virtual Result<FileStat> stat() = 0;
  // Where bytes are at or after `offset`, which is in a hole or not: what lies before reads as
  // zeros. `offset` where that cannot be said, or none come after it.
  [[nodiscard]] virtual std::uint64_t next_data(std::uint64_t offset) { return offset; }
  // On a network mount the size can be there before the bytes: what reads as zeros at the end may
  // be something else a moment later.
  [[nodiscard]] virtual bool may_lag() const { return false; }
  // The path that leads to it now, without links, whatever it was opened by. Empty: none, or the
  // system does not say.
  [[nodiscard]] virtual std::string real_path() const { return {}; }
  // Lets the next read ask the server for what was read before.
  virtual void drop_cache() {}
};

// A file with its facts as it was opened.
struct OpenedFile {
  std::unique_ptr<File> file;
  FileStat stat;
};

// What was known of a file when it was closed.
struct ClosedFile {
  bool lagged = false;  // its may_lag()
  std::uint32_t owner = 0;
};

// The operating system's files. Real: PosixFileSystem. Fakes: tests/support/mem_file_system and
// fault_file_system. Thread: PosixFileSystem may be used from any thread; a File from one.
// Errors: `code` and `file` are always set.
class FileSystem {
 public:
  virtual ~FileSystem() = default;
  // Opens a regular file for reading, without following anything but the path's symlinks and
  // without blocking on FIFOs or devices (those are errors: std::errc::not_supported).
  [[nodiscard]] virtual Result<std::unique_ptr<File>> open(const std::string& path) = 0;
  // open() of what may have been open before: what was known then need not be asked again, and it
  // may be opened before it is looked at. Good for nothing should the facts say that it is another
  // file.
  [[nodiscard]] virtual Result<OpenedFile> reopen(const std::string& path,
                                                  const ClosedFile& /*known*/) {
    auto file = open(path);
    if (!file) return tl::unexpected<Error>(file.error());
    auto stat = (*file)->stat();
    if (!stat) return tl::unexpected<Error>(stat.error());
    return OpenedFile{.file = std::move(*file), .stat = *stat};
  }
  [[nodiscard]] virtual Result<FileStat> stat(const std::string& path) = 0;   // follows symlinks
  [[nodiscard]] virtual Result<FileStat> lstat(const std::string& path) = 0;  // does not
  // stat() for who wants to know whether a path still shows what is known already: it need not ask
  // who made the links on the way. Never a reason to open.
  [[nodiscard]] virtual Result<FileStat> glance(const std::string& path) { return stat(path); }
  [[nodiscard]] virtual Result<std::vector<DirEntry>> list_dir(const std::string& path) = 0;
  // Of a path that is not there: of what is there of it. Never waits for a server.
  [[nodiscard]] virtual MountKind mount_kind(const std::string& path) = 0;
  [[nodiscard]] virtual Result<std::string> read_all(const std::string& path,
                                                     std::size_t max_bytes) = 0;
  // Writes `parts`, one after the other, to a temporary file beside `path`, flushes it, renames it
  // over `path` and flushes the directory: a reader sees the old or the new bytes, whatever
  // happens.
  [[nodiscard]] virtual Result<void> write_parts_atomic(
      const std::string& path, std::span<const std::string_view> parts) = 0;
  [[nodiscard]] Result<void> write_atomic(const std::string& path, std::string_view bytes) {
    return write_parts_atomic(path, std::span(&bytes, 1));
  }
  [[nodiscard]] virtual Result<void> rename(const std::string& from, const std::string& to) = 0;
  [[nodiscard]] virtual Result<void> remove(const std::string& path) = 0;
  [[nodiscard]] virtual Result<void> make_directories(const std::string& path) = 0;
};

}  // namespace steptail::base
