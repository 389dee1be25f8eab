#pragma once

#include <memory>
#include <string>

#include "base/posix_call.h"
#include "history/sample_spill.h"

namespace steptail::daemon {

// A file without a name, gone with the process whatever ends it. Thread: one.
class ScratchFile final : public history::Scratch {
 public:
  // Errors: the directory's.
  [[nodiscard]] static base::Result<std::unique_ptr<ScratchFile>> create(
      const std::string& directory);

  [[nodiscard]] base::Result<void> write_at(std::uint64_t offset,
                                            std::span<const char> bytes) override;
  [[nodiscard]] base::Result<void> read_at(std::uint64_t offset, std::span<char> out) override;

 private:
  ScratchFile(std::string directory, base::Descriptor fd)
      : directory_(std::move(directory)), fd_(std::move(fd)) {}
  std::string directory_;
  base::Descriptor fd_;
};

}  // namespace steptail::daemon
