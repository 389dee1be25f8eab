#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace steptail::support {

struct MemInode;  // bytes and facts of one file; open files share it

// Files in memory, with what a writer, an administrator and a network file system do to them.
// Contract: paths are absolute and clean ("/a/b"). Open files survive unlink and rename. Writing
// makes missing directories. A misuse by the test (unlink of nothing, ...) is an assert.
// Thread: one. Lifetime: files it opened may outlive it.
class MemFileSystem : public base::FileSystem {
 public:
  MemFileSystem();
  ~MemFileSystem() override;

  // The reader's side.
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

  // The writer's side. All of these follow symlinks in the path as the system would.
  void append(const std::string& path, std::string_view bytes);
  void overwrite(const std::string& path, std::size_t offset, std::string_view bytes);
  void truncate(const std::string& path, std::size_t size);
  void replace(const std::string& path, std::string_view bytes);  // another inode at the path
  void copy(const std::string& from, const std::string& to);      // another inode, same bytes
  void move(const std::string& from, const std::string& to);
  void unlink(const std::string& path);
  void unlink_tree(const std::string& directory);
  void symlink(const std::string& target, const std::string& link);  // replaces an old link
  void hard_link(const std::string& from, const std::string& to);
  void make_special(const std::string& path);  // a FIFO, a device, a socket

  // The world's side.
  void set_time(base::WallTime now) { now_ = now; }  // of the modifications from here on
  void set_modified(const std::string& path, base::WallTime modified);
  void reuse_inode(std::uint64_t inode) { next_reused_ = inode; }  // the next new file gets it
  void say_birth_times(bool say) { births_ = say; }                // off: FileStat::born is zero
  void change_device(std::uint64_t device) { device_ = device; }   // a remount
  void forbid(const std::string& path, bool forbidden);            // EACCES at open and list_dir
  void set_mount(const std::string& prefix, base::MountKind kind) { mounts_[prefix] = kind; }
  // On: growth of a file shows only after its File::stat() or a new open(), as on NFS.
  void hide_growth(bool hide) { hide_growth_ = hide; }
  // The bytes of this file may come after its size, as on a network mount.
  void set_lagging(const std::string& path);
  // The next so many listings miss this file, as if it were renamed meanwhile.
  void miss_in_listings(const std::string& path, int listings) { missed_[path] = listings; }
  // What the kernel would say to every descriptor and path of this inode from now on (ESTALE).
  void make_stale(const std::string& path);

  // What a test asks.
  [[nodiscard]] std::uint64_t inode(const std::string& path) const;
  [[nodiscard]] std::string bytes(const std::string& path) const;
  [[nodiscard]] bool exists(const std::string& path) const;
  [[nodiscard]] std::size_t open_files() const;
  [[nodiscard]] std::uint64_t stats() const { return stats_; }  // how often stat() was asked

 private:
  struct Node {
    base::FileKind kind = base::FileKind::Other;
    std::shared_ptr<MemInode> inode;
    std::string target;  // of a symlink
  };

  [[nodiscard]] std::string resolve(const std::string& path, bool follow_last) const;
  [[nodiscard]] const Node* find(const std::string& path, bool follow_last = true) const;
  MemInode& file(const std::string& path) const;
  MemInode& create(const std::string& path);
  std::shared_ptr<MemInode> new_inode();
  void drop(const std::string& path);
  void touch_directory(const std::string& path);
  [[nodiscard]] base::FileStat stat_of(const Node& node) const;

  std::map<std::string, Node> nodes_;
  std::map<std::string, base::MountKind> mounts_;
  std::shared_ptr<std::size_t> open_files_;
  base::WallTime now_{std::chrono::seconds(1'700'000'000)};
  std::uint64_t device_ = 8;
  std::uint64_t last_inode_ = 1000;
  std::uint64_t next_reused_ = 0;
  std::uint64_t stats_ = 0;
  std::map<std::string, int> missed_;  // by path: in how many listings still
  bool births_ = true;
  bool hide_growth_ = false;
};

}  // namespace steptail::support
