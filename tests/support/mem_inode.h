#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/file_system.h"

namespace steptail::support {

// One file of a MemFileSystem; lives as long as a name or an open file refers to it.
struct MemInode {
  std::string bytes;
  std::string name;  // the path that leads to it; empty: none
  std::uint64_t number = 0;
  std::uint64_t shown = 0;  // how much a reader with a stale cache sees
  std::uint64_t links = 1;
  base::WallTime modified{};
  base::WallTime born{};
  bool forbidden = false;
  bool stale = false;
  bool lags = false;  // as on a network mount

  [[nodiscard]] base::FileStat stat(bool hide_growth) const;
};

// An open file of a MemFileSystem.
class MemFile : public base::File {
 public:
  MemFile(std::string path, std::shared_ptr<MemInode> inode, bool hide_growth, bool births,
          std::uint64_t device, std::shared_ptr<std::size_t> open_files);
  ~MemFile() override;
  MemFile(const MemFile&) = delete;
  MemFile& operator=(const MemFile&) = delete;
  [[nodiscard]] base::Result<std::size_t> read_at(std::uint64_t offset,
                                                  std::span<char> out) override;
  [[nodiscard]] base::Result<base::FileStat> stat() override;
  // Each whole page of zeros is a hole.
  [[nodiscard]] std::uint64_t next_data(std::uint64_t offset) override;
  [[nodiscard]] std::string real_path() const override { return inode_->name; }
  [[nodiscard]] bool may_lag() const override { return inode_->lags || hide_growth_; }

 private:
  [[nodiscard]] tl::unexpected<base::Error> stale() const;

  std::string path_;
  std::shared_ptr<MemInode> inode_;
  bool hide_growth_;
  bool births_;
  std::uint64_t device_;
  std::shared_ptr<std::size_t> open_files_;
};

}  // namespace steptail::support
