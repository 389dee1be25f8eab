#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"

namespace steptail::checkpoint {

// A checkpoint on disk: one opaque payload (offsets and the run states they produced, together)
// in a frame with magic, version, length and checksum. Two generations: NAME and NAME.old.
//
// Contract: save() replaces atomically; a crash at any moment leaves one good generation. load()
// gives the newest good one; a damaged one is set aside as NAME.damaged (only the last is kept) and reported, never fatal.
// Thread: one. Blocking: as the file system.
class CheckpointFile {
 public:
  static constexpr std::uint32_t kVersion = 1;

  CheckpointFile(base::FileSystem& fs, std::string directory, std::string name);

  struct Loaded {
    std::optional<std::string> payload;   // nullopt: none, start from the logs
    std::vector<base::Error> problems;    // what was wrong with generations that were passed over
  };
  [[nodiscard]] Loaded load();
  [[nodiscard]] base::Result<void> save(const std::string& payload);

 private:
  base::FileSystem& fs_;
  std::string path_;
};

// The frame, pure: tests damage it byte by byte.
[[nodiscard]] std::string encode_frame(const std::string& payload);
[[nodiscard]] base::Result<std::string> decode_frame(std::string_view bytes);

}  // namespace steptail::checkpoint
