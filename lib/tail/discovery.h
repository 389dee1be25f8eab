#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "tail/path_pattern.h"

namespace steptail::tail {

// A file that the patterns of a watch entry want.
struct Found {
  std::string path;
  Labels labels;
  base::FileStat stat;
  bool through_link = false;  // the last name is a symlink: watching its directory tells nothing
  bool operator<(const Found& other) const { return path < other.path; }
};

// What a scan of one watch entry saw.
struct Scan {
  std::vector<Found> files;  // sorted by path; one per inode (aliases left out)
  // To watch: every directory that may hold a match, and the nearest that exists above a missing
  // one.
  std::vector<std::string> directories;
  std::uint64_t skipped = 0;        // FIFOs, devices, compressed, links that are not followed
  std::vector<base::Error> errors;  // directories of which not everything wanted could be seen
  bool over_limit = false;          // more than max_files matched
};

// Walks the directories of the patterns. A file matches when a pattern does and no exclusion;
// `.nfs*` names and compressed files (.gz .zst .xz .bz2) are skipped. Symlinks are followed, but
// never in a circle. In a directory that cannot be listed, what the patterns name is looked for. Of
// several names of one file the first in order counts. Pure but for the file system. Cost: lists
// every directory that may_match_below(); stats every match.
[[nodiscard]] Scan scan(base::FileSystem& fs, const std::vector<PathPattern>& patterns,
                        const std::vector<PathPattern>& exclude, std::size_t max_files);

}  // namespace steptail::tail
