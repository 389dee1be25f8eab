#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time.h"
#include "run/stable_hash.h"

namespace steptail::run {

// The path of a file, hashed once and not for each line.
struct SourcePath {
  SourcePath() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): it is the path
  SourcePath(std::string_view path) : text(path), hash(stable_hash(path)) {}
  // `known_hash`: stable_hash(path).
  SourcePath(std::string_view path, std::uint64_t known_hash) : text(path), hash(known_hash) {}

  std::string_view text;
  std::uint64_t hash = stable_hash({});
};

// When and where a line came from. `when` follows the contract's "which time": now for bytes read
// live, else min(printed time, file time, now); `mono` is the same moment on the monotonic clock.
struct LineContext {
  base::WallTime when;
  base::MonoTime mono;
  bool live = false;
  std::optional<base::WallTime> printed;  // the line's own timestamp
  std::string_view rank;                  // from a launcher prefix or the path; empty: unknown
  SourcePath path;
  std::uint64_t begin = 0;  // where the line begins in its file
};

}  // namespace steptail::run
