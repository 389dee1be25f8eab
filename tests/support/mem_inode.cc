#include "support/mem_inode.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace steptail::support {

base::FileStat MemInode::stat(bool hide_growth) const {
  return {.kind = base::FileKind::Regular,
          .device = 0,
          .inode = number,
          .size = hide_growth ? shown : bytes.size(),
          .links = links,
          .owner = 1000,
          .mode = 0644,
          .modified = modified,
          .born = born};
}

MemFile::MemFile(std::string path, std::shared_ptr<MemInode> inode, bool hide_growth, bool births,
                 std::uint64_t device, std::shared_ptr<std::size_t> open_files)
    : path_(std::move(path)),
      inode_(std::move(inode)),
      hide_growth_(hide_growth),
      births_(births),
      device_(device),
      open_files_(std::move(open_files)) {
  ++*open_files_;
}

MemFile::~MemFile() { --*open_files_; }

tl::unexpected<base::Error> MemFile::stale() const {
  return tl::unexpected<base::Error>(base::Error{.message = path_ + ": stale file handle",
                                                 .file = path_,
                                                 .code = {ESTALE, std::generic_category()}});
}

base::Result<std::size_t> MemFile::read_at(std::uint64_t offset, std::span<char> out) {
  if (inode_->stale) return stale();
  std::uint64_t size = inode_->bytes.size();
  if (hide_growth_) size = std::min(size, inode_->shown);
  if (offset >= size) return std::size_t{0};
  auto count = std::min<std::size_t>(out.size(), size - offset);
  inode_->bytes.copy(out.data(), count, offset);
  return count;
}

std::uint64_t MemFile::next_data(std::uint64_t offset) {
  constexpr std::uint64_t kPageBytes = 4096;
  auto found = inode_->bytes.find_first_not_of('\0', offset);
  if (found == std::string::npos) return offset;
  return std::max<std::uint64_t>(offset, found / kPageBytes * kPageBytes);
}

base::Result<base::FileStat> MemFile::stat() {
  if (inode_->stale) return stale();
  inode_->shown = inode_->bytes.size();
  auto stat = inode_->stat(hide_growth_);
  stat.device = device_;
  if (!births_) stat.born = {};
  return stat;
}

}  // namespace steptail::support
