#include "base/mount_table.h"

#include <algorithm>
#include <utility>

namespace steptail::base {
namespace {

// Where every write to a file passes this kernel, so inotify sees it.
constexpr std::string_view kLocalTypes[] = {
    "ext2",   "ext3",     "ext4",  "xfs",      "btrfs",    "tmpfs",  "ramfs",    "overlay",
    "zfs",    "f2fs",     "jfs",   "bcachefs", "reiserfs", "nilfs2", "vfat",     "msdos",
    "exfat",  "ntfs3",    "erofs", "squashfs", "iso9660",  "udf",    "ecryptfs", "aufs",
    "rootfs", "devtmpfs", "hfs",   "hfsplus",  "minix",    "ubifs",
};

// Where other machines, or a process, write underneath.
constexpr std::string_view kNetworkTypes[] = {
    "nfs",   "nfs4",  "lustre", "gpfs",   "mmfs",   "cifs",   "smb3",   "smbfs",        "ceph",
    "9p",    "afs",   "kafs",   "coda",   "ocfs2",  "gfs2",   "beegfs", "beegfs_nodev", "fuse",
    "ncpfs", "panfs", "pvfs2",  "vboxsf", "vmhgfs", "hostfs", "wekafs", "virtiofs",
};

// Takes the next blank-separated word off the line.
std::string_view next_word(std::string_view& line) {
  const auto end = line.find(' ');
  if (end == std::string_view::npos) return std::exchange(line, {});
  const auto word = line.substr(0, end);
  line.remove_prefix(end + 1);
  return word;
}

bool is_octal(std::string_view digits) {
  return digits.size() == 3 && digits.find_first_not_of("01234567") == std::string_view::npos;
}

// Blanks, tabs, newlines and backslashes are written as \040 and the like.
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && is_octal(text.substr(i + 1, 3))) {
      int code = (text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0');
      plain += static_cast<char>(code);
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

bool covers(std::string_view point, std::string_view path) {
  if (point == "/") return path.starts_with('/');
  return path.starts_with(point) && (path.size() == point.size() || path[point.size()] == '/');
}

}  // namespace

MountKind mount_kind_of_type(std::string_view type) {
  if (std::ranges::count(kLocalTypes, type) > 0) return MountKind::Local;
  if (std::ranges::count(kNetworkTypes, type) > 0 || type.starts_with("fuse"))
    return MountKind::Network;
  return MountKind::Unknown;
}

// 36 35 98:0 /root /mnt/point rw,noatime master:1 - ext3 /dev/root rw
MountTable MountTable::parse(std::string_view mountinfo) {
  constexpr int kWordsBeforePoint = 4;
  constexpr std::string_view kSeparator = " - ";
  MountTable table;
  while (!mountinfo.empty()) {
    auto end = std::min(mountinfo.find('\n'), mountinfo.size());
    auto line = mountinfo.substr(0, end);
    mountinfo.remove_prefix(std::min(end + 1, mountinfo.size()));
    for (int i = 0; i < kWordsBeforePoint; ++i) next_word(line);
    auto point = unescaped(next_word(line));
    auto separator = line.find(kSeparator);
    if (point.empty() || separator == std::string_view::npos) continue;
    line.remove_prefix(separator + kSeparator.size());
    table.mounts_.push_back({std::move(point), mount_kind_of_type(next_word(line))});
  }
  return table;
}

MountKind MountTable::kind_of(std::string_view path) const {
  const Mount* deepest = nullptr;
  for (const auto& mount : mounts_) {
    // Of several at one point the last one hides the others.
    bool deeper = deepest == nullptr || mount.point.size() >= deepest->point.size();
    if (deeper && covers(mount.point, path)) deepest = &mount;
  }
  return deepest == nullptr ? MountKind::Unknown : deepest->kind;
}

}  // namespace steptail::base
