#include "tail/resume.h"

#include <algorithm>
#include <utility>

#include "tail/ending.h"

namespace steptail::tail {

base::Result<void> Resume::place(const std::vector<FilePosition>& positions, base::MonoTime now) {
  auto stat = fs_.stat(path_);
  if (!stat && stat.error().code != std::errc::no_such_file_or_directory &&
      stat.error().code != std::errc::not_a_directory) {
    return tl::unexpected<base::Error>(stat.error());
  }
  std::vector<Placed> placed;
  for (const auto& position : positions) {
    if (position.ended || !position.begun) {
      placed.push_back(waiting(position, now));
      continue;
    }
    bool taken = std::any_of(placed.begin(), placed.end(), [](const Placed& other) {
      return other.segment.role == Segment::Role::Current;
    });
    auto one = find(position, stat && !taken ? &*stat : nullptr, now);
    if (!one) return tl::unexpected<base::Error>(one.error());
    placed.push_back(std::move(*one));
  }
  tell(std::move(placed));
  for (const auto& position : positions) {
    auto until = lineage_.seen_until.value_or(position.modified);
    lineage_.seen_until = position.current ? position.modified : std::max(until, position.modified);
  }
  lineage_.seen_now = lineage_.seen_until;
  return {};
}

// Only when all are found: the sink hears of each exactly once.
void Resume::tell(std::vector<Placed> placed) {
  Segment* current = nullptr;
  for (auto& one : placed) {
    one.segment.number = lineage_.next_number();
    if (!one.waits) teller_.announce(one.segment);
    if (!one.found) {
      // Should it be found after all, that much was read of it.
      lineage_.ledger().remember(one.segment.position());
      teller_.end(one.segment, Ending::Deleted);
      continue;
    }
    auto& added = lineage_.add(std::move(one.segment));
    if (added.role == Segment::Role::Current) current = &added;
  }
  if (current != nullptr) lineage_.make_current(*current);
}

Resume::Placed Resume::waiting(const FilePosition& position, base::MonoTime now) const {
  Segment segment{.role = Segment::Role::Away,
                  .path = path_,
                  .home = position.where(),
                  .key = key_of(position),
                  .trail = Trail(position),
                  .announce = position.begun ? Segment::Announce::Nothing : Segment::Announce::Open,
                  .resumed = true,
                  .ended = position.ended,
                  .size = position.offset,
                  .held = position.offset,
                  .seen_until = position.modified,
                  .modified = position.modified,
                  .quiet_since = now,
                  .ends_seen = position.ended ? kEndsNeeded : 0,
                  .next_look = now + look_interval({}, true)};
  return {.segment = std::move(segment), .found = true, .waits = true};
}

base::Result<Resume::Placed> Resume::find(const FilePosition& position, const base::FileStat* shown,
                                          base::MonoTime now) const {
  Placed placed{.segment = {.role = Segment::Role::Away,
                            .path = path_,
                            .home = position.where(),
                            .key = key_of(position),
                            .trail = Trail(position),
                            .resumed = true,
                            .size = position.offset,
                            .held = position.offset,
                            .seen_until = position.modified,
                            .modified = position.modified,
                            .quiet_since = now}};
  auto& segment = placed.segment;
  if (shown != nullptr && may_be_same(segment.key, key_of(*shown))) {
    placed.found = true;
    segment.role = Segment::Role::Current;
    segment.key = key_of(*shown);
    segment.note(*shown);
    return placed;
  }
  auto beside = find_beside(position);
  if (!beside) return tl::unexpected<base::Error>(beside.error());
  if (!*beside) {
    if (shown != nullptr && position.current) place_in_copy_at_path(position, placed);
    return placed;
  }
  auto& found = **beside;
  placed.found = true;
  if (!may_be_same(segment.key, key_of(found.stat))) segment.role = Segment::Role::Copy;
  segment.move_to(found);
  segment.note(found.stat);
  return placed;
}

// The file is nowhere, and the path shows one that begins with what was read of it: it was written
// anew, as rsync does, and renamed over the old one.
void Resume::place_in_copy_at_path(const FilePosition& position, Placed& placed) const {
  auto file = fs_.open(path_);
  if (!file || position.offset == 0) return;
  auto stat = (*file)->stat();
  auto content = compare(**file, position);
  if (!stat || !content || *content != Content::Same) return;
  placed.found = true;
  placed.segment.role = Segment::Role::Current;
  placed.segment.key = key_of(*stat);
  placed.segment.home.clear();
  placed.segment.note(*stat);
}

// The file itself, renamed, or the copy that copytruncate made before it went. A listing may miss a
// file that is renamed meanwhile, and a name that it gave may lead to another one by now, as when
// all of a chain of rotated files move on. Each moves once.
base::Result<std::optional<Sibling>> Resume::find_beside(const FilePosition& position) const {
  constexpr int kLooks = 3;
  base::Result<std::optional<Sibling>> moved;
  for (int look = 0; look < kLooks; ++look) {
    moved = siblings_.find_moved(position);
    if (!moved || *moved) break;
  }
  if (!moved || *moved || position.offset == 0) return moved;
  std::vector<FileKey> except;
  return siblings_.find_copy(position, position.modified, except);
}

}  // namespace steptail::tail
