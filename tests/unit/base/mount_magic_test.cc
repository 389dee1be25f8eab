#include "base/mount_magic.h"

#include <gtest/gtest.h>

namespace steptail::base {
namespace {

struct Case {
  const char* name;
  std::uint32_t magic;
  MountKind expected;
};

constexpr Case kCases[] = {
    {"ext4", 0xEF53, MountKind::Local},           {"xfs", 0x58465342, MountKind::Local},
    {"btrfs", 0x9123683E, MountKind::Local},      {"tmpfs", 0x01021994, MountKind::Local},
    {"overlay", 0x794C7630, MountKind::Local},    {"zfs", 0x2FC12FC1, MountKind::Local},
    {"nfs", 0x6969, MountKind::Network},          {"lustre", 0x0BD00BD0, MountKind::Network},
    {"gpfs", 0x47504653, MountKind::Network},     {"cifs", 0xFF534D42, MountKind::Network},
    {"fuse", 0x65735546, MountKind::Network},     {"9p", 0x01021997, MountKind::Network},
    {"nobody's", 0x12345678, MountKind::Unknown},
};

TEST(MountMagic, NamesTheKindOfEveryFileSystemKnown) {
  for (const auto& c : kCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(c.expected, mount_kind_of_magic(c.magic));
  }
}

}  // namespace
}  // namespace steptail::base
