#pragma once

#include <sys/stat.h>

#include <string>

#include "base/file_system.h"
#include "base/posix_call.h"

struct statx;

namespace steptail::base {

// The facts that statx() gave. Pure.
[[nodiscard]] FileStat to_file_stat(const struct statx& facts);

// statx() of `path` below the directory `fd`, or of `fd` itself where `path` is empty.
// `flags`: AT_SYMLINK_NOFOLLOW, AT_STATX_FORCE_SYNC, ... `name` is for the error.
[[nodiscard]] Result<FileStat> stat_at(int fd, const char* path, int flags,
                                       const std::string& name);

// An open file of the system. Thread: one.
class PosixFile : public File {
 public:
  // `ask_server`: stat() passes over cached attributes, as network mounts need.
  PosixFile(std::string path, Descriptor fd, bool ask_server)
      : path_(std::move(path)), fd_(std::move(fd)), ask_server_(ask_server) {}
  [[nodiscard]] Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override;
  [[nodiscard]] Result<FileStat> stat() override;
  [[nodiscard]] std::uint64_t next_data(std::uint64_t offset) override;
  [[nodiscard]] bool may_lag() const override { return ask_server_; }
  [[nodiscard]] std::string real_path() const override;
  void drop_cache() override;

 private:
  std::string path_;
  Descriptor fd_;
  bool ask_server_;
};

}  // namespace steptail::base
