#include "tail/resume.h"

#include <algorithm>
#include <utility>

namespace steptail::tail {

base::Result<void> Resume::place(const std::vector<FilePosition>& positions, base::MonoTime now) {
  auto shown = fs_.stat(path_);
  if (!shown && shown.error().code != std::errc::no_such_file_or_directory &&
      shown.error().code != std::errc::not_a_directory) {
    return tl::unexpected<base::Error>(shown.error());
  }
  for (const auto& position : positions) {
    place_one(position, shown ? &*shown : nullptr, now);
    auto until = lineage_.seen_until.value_or(position.modified);
    lineage_.seen_until = position.current ? position.modified : std::max(until, position.modified);
  }
  if (shown) {
    for (std::size_t i = 0; i < lineage_.size(); ++i) {
      if (lineage_.at(i).role != Segment::Role::Current) continue;
      lineage_.make_current(lineage_.at(i));
      break;
    }
  }
  return {};
}

void Resume::place_one(const FilePosition& position, const base::FileStat* shown,
                       base::MonoTime now) {
  Segment segment{.number = lineage_.next_number(),
                  .path = path_,
                  .key = key_of(position),
                  .trail = Trail(position),
                  .resumed = true,
                  .seen_until = position.modified,
                  .quiet_since = now};
  bool found = true;
  bool taken = shown != nullptr && lineage_.find(key_of(*shown)) != nullptr;
  if (shown != nullptr && !taken && may_be_same(segment.key, key_of(*shown))) {
    segment.key = key_of(*shown);
    segment.note(*shown);
  } else if (auto moved = siblings_.find_moved(position)) {
    segment.role = Segment::Role::Away;
    segment.path = moved->path;
    segment.key = key_of(moved->stat);
    segment.note(moved->stat);
    segment.file = std::move(moved->file);
  } else {
    found = false;
    segment.size = position.offset;
    segment.modified = position.modified;
  }
  teller_.announce(segment);
  if (found) {
    lineage_.add(std::move(segment));
  } else {
    teller_.end(segment, Ending::Deleted);
  }
}

}  // namespace steptail::tail
