#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace steptail::base {

// What kind of mount a file system's name in /proc/self/mountinfo means (nfs4, fuse.sshfs, ext4).
// Pure.
[[nodiscard]] MountKind mount_kind_of_type(std::string_view type);

// The mounts of this process, as /proc/self/mountinfo lists them: asking it waits for no server,
// where asking the file system itself would.
// Thread: immutable. Cost: a look-up compares with every mount point.
class MountTable {
 public:
  static MountTable parse(std::string_view mountinfo);

  // Of an absolute path without symlinks: the mount that covers it. Unknown when none does.
  [[nodiscard]] MountKind kind_of(std::string_view path) const;

 private:
  struct Mount {
    std::string point;
    MountKind kind;
  };
  std::vector<Mount> mounts_;  // in the order of mounting
};

}  // namespace steptail::base
