#pragma once

#include <memory>
#include <string>

#include "base/byte_block.h"
#include "base/posix_call.h"
#include "daemon/write_behind.h"
#include "history/sample_spill.h"

namespace steptail::daemon {

// A file without a name, gone with the process whatever ends it; written on a thread of its own.
// Thread: the caller's, one.
class ScratchFile final : public history::Scratch {
 public:
  // Beside the output, where its room is; empty, for what is no file: where temporary files belong.
  // Errors: the directory's, no thread could be had.
  [[nodiscard]] static base::Result<std::unique_ptr<ScratchFile>> create_beside(
      const std::string& output);

  [[nodiscard]] base::Result<void> append(std::span<const char> bytes) override;
  [[nodiscard]] base::Result<void> read_at(std::uint64_t offset, std::span<char> out) override;

 private:
  ScratchFile(std::string directory, base::Descriptor fd)
      : directory_(std::move(directory)), fd_(std::move(fd)) {}
  base::Result<void> write(std::span<const char> bytes);

  std::string directory_;
  base::Descriptor fd_;
  base::ByteBlock block_;  // the end, not yet on its way
  bool reading_ = false;
  std::unique_ptr<WriteBehind> behind_;
};

}  // namespace steptail::daemon
