#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "checkpoint/frame.h"

namespace steptail::checkpoint {

// A checkpoint on disk: one opaque payload (offsets and the run states they produced, together)
// in a frame with magic, version, length and checksum. Two generations: NAME and NAME.old.
//
// Contract: save() replaces atomically; a crash or an error at any moment leaves one good
// generation. load() gives the newest good one; whatever else lies in the place of a generation is
// set aside as NAME.damaged or NAME.old.damaged (only the last is kept) and reported, never fatal.
// Thread: one. Blocking: as the file system.
class CheckpointFile {
 public:
  static constexpr std::uint32_t kVersion = kFrameVersion;
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 30U;

  CheckpointFile(base::FileSystem& fs, std::string directory, std::string name);

  struct Loaded {
    std::optional<std::string> payload;  // nullopt: none, start from the logs
    std::vector<base::Error> problems;   // what was wrong with generations that were passed over
  };
  // What the caller can make use of: a generation that it refuses counts as damaged.
  using Check = std::function<base::Result<void>(const std::string& payload)>;
  // Hears what lies behind the header of a damaged generation, the newest first. Nothing of it is
  // known to be right.
  using Salvage = std::function<void(std::string_view rest)>;
  [[nodiscard]] Loaded load(const Check& check = {}, const Salvage& salvage = {});
  // Makes the directory where it is missing.
  [[nodiscard]] base::Result<void> save(std::string_view payload) {
    return save(std::span(&payload, 1));
  }
  // The payload is what `parts` are together.
  [[nodiscard]] base::Result<void> save(std::span<const std::string_view> parts);

 private:
  struct Hearers {
    const Check& check;
    const Salvage& salvage;
  };
  [[nodiscard]] std::optional<std::string> read(const std::string& path, const Hearers& hearers,
                                                Loaded& loaded);
  [[nodiscard]] std::string set_aside(const std::string& path);

  base::FileSystem& fs_;
  std::string directory_;
  std::string path_;
  std::string old_path_;
  bool newest_is_good_ = false;  // what lies at path_ was read or written by this object
};

}  // namespace steptail::checkpoint
