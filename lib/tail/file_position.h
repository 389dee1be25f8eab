#pragma once

#include <cstdint>
#include <string>

#include "base/codec.h"
#include "base/file_system.h"
#include "base/time.h"

namespace steptail::tail {

// How much of a file is kept in mind as hashes: of its head, and of what lies before an offset.
inline constexpr std::uint64_t kHeadBytes = 4096;
inline constexpr std::uint64_t kWindowBytes = 256;

// Where a physical file was left, enough to know it again. Saved in checkpoints.
struct FilePosition {
  std::string path;  // the name it had
  std::string home;  // where it was, without links; empty: not known
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  base::WallTime born{};
  base::WallTime modified{};      // when last looked at, by the file system's clock
  bool current = false;           // it was the file at the path, not a rotated one
  bool begun = true;              // it was opened for the sink
  bool ended = false;             // its end was told; it is looked at for what its writer adds late
  std::uint64_t offset = 0;       // everything before it is folded
  std::uint64_t head_length = 0;  // bytes of the head that head_hash covers (grows with the file)
  std::uint64_t head_hash = 0;
  std::uint64_t window_length = 0;  // bytes before offset that window_hash covers, at most 256
  std::uint64_t window_hash = 0;

  // The best that is known of where it was.
  [[nodiscard]] const std::string& where() const { return home.empty() ? path : home; }
  void save(base::ByteWriter& out) const;
  static FilePosition load(base::ByteReader& in);
};

}  // namespace steptail::tail
