#include "base/link_checked_file_system.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/posix_file.h"

namespace steptail::base {

LinkCheckedFileSystem::LinkCheckedFileSystem(LinkRule rule) : rule_(rule), reader_(::geteuid()) {}

// Without O_NOATIME the first read after each write has the time of reading written to the disk.
// Only of one's own files may that be asked.
int LinkCheckedFileSystem::flags_for(std::uint32_t owner) const {
  return kOpenFlags | (reader_ == 0 || reader_ == owner ? O_NOATIME : 0);
}

Descriptor LinkCheckedFileSystem::open_for_reading(const Descriptor& found,
                                                   std::uint32_t owner) const {
  const int flags = flags_for(owner);
  int fd = reopener_.open(found, flags);
  if (fd < 0 && errno == EPERM && flags != kOpenFlags) fd = reopener_.open(found, kOpenFlags);
  return Descriptor(fd);
}

Result<LinkCheckedFileSystem::Checked> LinkCheckedFileSystem::open_checked(
    const std::string& path) const {
  auto found = walk_links(path, rule_);
  if (!found) return tl::unexpected<Error>(found.error());
  auto stat = stat_at(found->get(), "", AT_EMPTY_PATH, path);
  if (!stat) return tl::unexpected<Error>(stat.error());
  // Some devices do something when they are opened.
  if (stat->kind != FileKind::Regular) {
    return system_failure("follow what is not a regular file", path, ENOTSUP);
  }
  Descriptor fd = open_for_reading(*found, stat->owner);
  if (!fd.valid()) return system_failure("open", path, errno);
  return Checked{.fd = std::move(fd), .stat = *stat};
}

Result<std::unique_ptr<File>> LinkCheckedFileSystem::open(const std::string& path) {
  auto opened = open_checked(path);
  if (!opened) return tl::unexpected<Error>(opened.error());
  return regular_file(path, std::move(opened->fd));
}

// Whoever opens again has just seen by a glance at the path that the same file is there, so it is
// opened before it is looked at.
std::optional<LinkCheckedFileSystem::Checked> LinkCheckedFileSystem::open_again(
    const std::string& path, std::uint32_t owner) const {
  Descriptor fd(open_without_links(path, flags_for(owner)));
  if (!fd.valid()) return std::nullopt;
  auto stat = stat_at(fd.get(), "", AT_EMPTY_PATH, path);
  if (!stat || stat->kind != FileKind::Regular) return std::nullopt;
  return Checked{.fd = std::move(fd), .stat = *stat};
}

Result<OpenedFile> LinkCheckedFileSystem::reopen(const std::string& path, const ClosedFile& known) {
  auto again = open_again(path, known.owner);
  auto opened = again ? Result<Checked>(std::move(*again)) : open_checked(path);
  if (!opened) return tl::unexpected<Error>(opened.error());
  return OpenedFile{.file = std::make_unique<PosixFile>(path, std::move(opened->fd), known.lagged),
                    .stat = opened->stat};
}

Result<FileStat> LinkCheckedFileSystem::stat(const std::string& path) {
  auto found = walk_links(path, rule_);
  if (!found) return tl::unexpected<Error>(found.error());
  return stat_at(found->get(), "", AT_EMPTY_PATH, path);
}

Result<std::vector<DirEntry>> LinkCheckedFileSystem::list_dir(const std::string& path) {
  auto found = walk_links(path, rule_);
  if (!found) return tl::unexpected<Error>(found.error());
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC;
  Descriptor fd(reopener_.open(*found, kFlags));
  if (!fd.valid()) return system_failure("list the directory", path, errno);
  return entries_of(path, std::move(fd));
}

}  // namespace steptail::base
