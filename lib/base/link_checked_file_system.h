#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/link_walk.h"
#include "base/posix_file_system.h"

namespace steptail::base {

// The real file system for directories that others write to: files are found, looked at and listed
// over symlinks only by LinkRule, and what is no regular file is never opened, whatever is swapped
// meanwhile; reopen() alone, which follows a glance(), opens first and lets go of what is none.
// Files of one's own (read_all(), write_atomic()) are as in PosixFileSystem.
// Thread: any; nothing of it changes. Who reads is who made it. Blocking: as the file system does.
class LinkCheckedFileSystem final : public PosixFileSystem {
 public:
  LinkCheckedFileSystem() : LinkCheckedFileSystem(LinkRule::of_process()) {}
  explicit LinkCheckedFileSystem(LinkRule rule);

  [[nodiscard]] Result<std::unique_ptr<File>> open(const std::string& path) override;
  [[nodiscard]] Result<OpenedFile> reopen(const std::string& path,
                                          const ClosedFile& known) override;
  [[nodiscard]] Result<FileStat> stat(const std::string& path) override;
  [[nodiscard]] Result<FileStat> glance(const std::string& path) override {
    return PosixFileSystem::stat(path);
  }
  [[nodiscard]] Result<std::vector<DirEntry>> list_dir(const std::string& path) override;

 private:
  struct Checked {
    Descriptor fd;
    FileStat stat;
  };
  [[nodiscard]] Result<Checked> open_checked(const std::string& path) const;
  [[nodiscard]] std::optional<Checked> open_again(const std::string& path,
                                                  std::uint32_t owner) const;
  [[nodiscard]] int flags_for(std::uint32_t owner) const;
  [[nodiscard]] Descriptor open_for_reading(const Descriptor& found, std::uint32_t owner) const;

  const LinkRule rule_;
  const Reopener reopener_;
  const std::uint32_t reader_;
};

}  // namespace steptail::base
