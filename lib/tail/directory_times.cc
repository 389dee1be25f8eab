#include "tail/directory_times.h"

namespace steptail::tail {

void DirectoryTimes::end_turn() {
  keeps_ = false;
  known_.clear();
}

std::optional<base::WallTime> DirectoryTimes::modified(base::FileSystem& fs,
                                                       std::string_view directory) {
  if (auto known = known_.find(directory); known != known_.end()) return known->second;
  auto stat = fs.glance(std::string(directory));
  auto modified = stat ? std::optional(stat->modified) : std::nullopt;
  if (keeps_) known_.emplace(directory, modified);
  return modified;
}

}  // namespace steptail::tail
