#pragma once

#include <cstdint>

#include "base/file_system.h"
#include "tail/file_position.h"

namespace steptail::tail {

// Which physical file. The device number is a hint only: it changes with a remount. Pure.
struct FileKey {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  base::WallTime born{};  // zero: not known
};

[[nodiscard]] FileKey key_of(const base::FileStat& stat);
[[nodiscard]] FileKey key_of(const FilePosition& position);

// Both seen now, on mounts as they are: the very same file.
[[nodiscard]] bool is_same(const FileKey& a, const FileKey& b);
// Seen at different times: nothing says that they are different. The content decides then.
[[nodiscard]] bool may_be_same(const FileKey& then, const FileKey& now);
// Seen at different times: the file system itself says that they are the same.
[[nodiscard]] bool is_surely_same(const FileKey& then, const FileKey& now);

}  // namespace steptail::tail
