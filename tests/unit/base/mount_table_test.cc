#include "base/mount_table.h"

#include <gtest/gtest.h>

namespace steptail::base {
namespace {

const MountTable kTable = MountTable::parse(
    "26 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw\n"
    "24 23 0:22 / /dev/shm rw - tmpfs tmpfs rw\n"
    "40 26 0:45 / /scratch rw,relatime shared:7 master:3 - lustre mds@tcp:/scratch rw\n"
    "41 40 0:46 / /scratch/local rw - xfs /dev/sdb rw\n"
    "42 26 0:47 / /mnt/two\\040words rw - nfs4 server:/x rw\n"
    "43 26 0:48 / /over rw - nfs server:/y rw\n"
    "44 43 0:49 / /over rw - ext4 /dev/sdc rw\n"
    "45 26 0:50 / /odd rw - somefs none rw\n"
    "a torn line\n");

struct Case {
  const char* path;
  MountKind expected;
};

constexpr Case kCases[] = {
    {"/", MountKind::Local},
    {"/home/ann", MountKind::Local},
    {"/scratch", MountKind::Network},
    {"/scratch/ann/run.log", MountKind::Network},
    {"/scratchy", MountKind::Local},
    {"/scratch/local/x", MountKind::Local},
    {"/mnt/two words/x", MountKind::Network},
    {"/over/x", MountKind::Local},
    {"/odd/x", MountKind::Unknown},
    {"relative", MountKind::Unknown},
};

TEST(MountTable, FindsTheDeepestMountThatCoversAPath) {
  for (const auto& c : kCases) {
    SCOPED_TRACE(c.path);
    EXPECT_EQ(c.expected, kTable.kind_of(c.path));
  }
}

TEST(MountTable, KnowsFileSystemsByName) {
  EXPECT_EQ(MountKind::Local, mount_kind_of_type("btrfs"));
  EXPECT_EQ(MountKind::Network, mount_kind_of_type("fuse.sshfs"));
  EXPECT_EQ(MountKind::Network, mount_kind_of_type("nfs4"));
  EXPECT_EQ(MountKind::Unknown, mount_kind_of_type("proc"));
}

}  // namespace
}  // namespace steptail::base
