#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "base/file_system.h"

namespace steptail::support {

enum class Call : std::uint8_t {
  Open,
  Read,
  FileStat,
  Stat,
  Lstat,
  List,
  ReadAll,
  Write,
  Rename,
  Remove,
  MakeDirectories
};

// What FaultFileSystem is to break; shared with the files that it opened.
struct FaultPlan {
  struct Fault {
    Call call;
    std::uint64_t skip;   // calls of this kind that still succeed
    std::uint64_t count;  // calls after them that fail
    int code;             // errno
  };
  std::vector<Fault> faults;
  std::size_t max_read = std::numeric_limits<std::size_t>::max();
  std::uint64_t calls[11] = {};

  // Counts a call; the errno it fails with, or 0.
  int next(Call call);
};

// Wraps another FileSystem and breaks what the test says.
// Lifetime: `under` outlives this. Thread: one.
class FaultFileSystem : public base::FileSystem {
 public:
  static constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

  explicit FaultFileSystem(base::FileSystem& under);

  // The nth call (from 1) of this kind from now on fails with `code`, and `count` - 1 after it.
  void fail(Call call, int code, std::uint64_t nth = 1, std::uint64_t count = 1);
  void heal() { plan_->faults.clear(); }
  // No read gives more than this many bytes at once.
  void limit_reads(std::size_t max_bytes) { plan_->max_read = max_bytes; }
  [[nodiscard]] std::uint64_t calls(Call call) const;

  [[nodiscard]] base::Result<std::unique_ptr<base::File>> open(const std::string& path) override;
  [[nodiscard]] base::Result<base::FileStat> stat(const std::string& path) override;
  [[nodiscard]] base::Result<base::FileStat> lstat(const std::string& path) override;
  [[nodiscard]] base::Result<std::vector<base::DirEntry>> list_dir(
      const std::string& path) override;
  [[nodiscard]] base::MountKind mount_kind(const std::string& path) override;
  [[nodiscard]] base::Result<std::string> read_all(const std::string& path,
                                                   std::size_t max_bytes) override;
  [[nodiscard]] base::Result<void> write_parts_atomic(
      const std::string& path, std::span<const std::string_view> parts) override;
  [[nodiscard]] base::Result<void> rename(const std::string& from, const std::string& to) override;
  [[nodiscard]] base::Result<void> remove(const std::string& path) override;
  [[nodiscard]] base::Result<void> make_directories(const std::string& path) override;

 private:
  base::FileSystem& under_;
  std::shared_ptr<FaultPlan> plan_;
};

}  // namespace steptail::support
