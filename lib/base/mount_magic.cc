#include "base/mount_magic.h"

#include <algorithm>

namespace steptail::base {
namespace {

// Where every write to a file passes this kernel, so inotify sees it.
constexpr std::uint32_t kLocalMagic[] = {
    0x0000EF53,  // ext2, ext3, ext4
    0x58465342,  // xfs
    0x9123683E,  // btrfs
    0x01021994,  // tmpfs
    0x858458F6,  // ramfs
    0x794C7630,  // overlay
    0x2FC12FC1,  // zfs
    0xF2F52010,  // f2fs
    0xCA451A4E,  // bcachefs
    0x3153464A,  // jfs
    0x52654973,  // reiserfs
    0x00003434,  // nilfs2
    0x00004D44,  // fat
    0x2011BAB0,  // exfat
    0x7366746E,  // ntfs3
    0x73717368,  // squashfs
    0x00009660,  // iso9660
    0x15013346,  // udf
    0xE0F5E1E2,  // erofs
    0x0000F15F,  // ecryptfs
    0x61756673,  // aufs
};

// Where other machines, or a process, write underneath.
constexpr std::uint32_t kNetworkMagic[] = {
    0x00006969,  // nfs
    0x0BD00BD0,  // lustre
    0x47504653,  // gpfs
    0xFF534D42,  // cifs
    0xFE534D42,  // smb2, smb3
    0x0000517B,  // smbfs
    0x65735546,  // fuse (sshfs, BeeGFS clients, bindfs, object stores)
    0x00C36400,  // ceph
    0x01021997,  // 9p
    0x5346414F,  // afs
    0x6B414653,  // kafs
    0x73757245,  // coda
    0x7461636F,  // ocfs2
    0x01161970,  // gfs2
    0x19830326,  // beegfs
    0xAAD7AAEA,  // panfs
    0x564C0000,  // ncp
    0x786F4256,  // vboxsf
    0xBACBACBC,  // vmhgfs
    0x20030528,  // orangefs
    0x00C0FFEE,  // hostfs: another kernel writes
};

}  // namespace

MountKind mount_kind_of_magic(std::uint32_t magic) {
  if (std::ranges::count(kLocalMagic, magic) > 0) return MountKind::Local;
  if (std::ranges::count(kNetworkMagic, magic) > 0) return MountKind::Network;
  return MountKind::Unknown;
}

}  // namespace steptail::base
