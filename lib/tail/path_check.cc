#include "tail/path_check.h"

#include <algorithm>
#include <utility>

#include "tail/file_name.h"

namespace steptail::tail {
namespace {

using base::FileKind;
using base::FileStat;

bool means_no_file(const base::Error& error) {
  return error.code == std::errc::no_such_file_or_directory ||
         error.code == std::errc::not_a_directory;
}

}  // namespace

base::Result<void> PathCheck::look(base::MonoTime now) {
  shown_.reset();
  vacant_ = false;
  auto stat = fs_.stat(path_);
  auto* current = lineage_.current();
  if (!stat && !means_no_file(stat.error())) return tl::unexpected<base::Error>(stat.error());
  if (!stat || stat->kind != FileKind::Regular) {
    vacant_ = true;
    if (current != nullptr) leave(*current, now);
    return add_missed_while_vacant(now);
  }
  shown_ = *stat;
  if (current != nullptr && shows(*current, *stat)) {
    lineage_.seen_now = moment_of(*stat);
    return {};
  }
  if (current != nullptr) leave(*current, now);
  return attach(now);
}

bool PathCheck::shows(const Segment& segment, const FileStat& stat) const {
  // An open file keeps its inode from being reused; of a closed one the content decides later.
  return segment.file ? is_same(segment.key, key_of(stat)) : may_be_same(segment.key, key_of(stat));
}

// The latest that the file system itself says of now: what comes into being later is newer,
// whatever our clock says. A file that is made changes its directory.
base::WallTime PathCheck::moment_of(const FileStat& stat) const {
  auto directory = fs_.stat(directory_of(path_));
  return directory ? std::max(stat.modified, directory->modified) : stat.modified;
}

void PathCheck::leave(Segment& segment, base::MonoTime now) {
  segment.role = Segment::Role::Away;
  segment.quiet_since = now;
  segment.ends_seen = 0;
  if (!segment.file || !segment.look()) return;
  // A network mount keeps a deleted file under a name of its own while it is open.
  if (!segment.unlinked && fs_.mount_kind(path_) != base::MountKind::Local) {
    segment.unlinked = siblings_.is_nameless(segment.key.inode);
    segment.was_renamed = !segment.unlinked;
  }
}

base::Result<void> PathCheck::attach(base::MonoTime now) {
  auto file = fs_.open(path_);
  if (!file) {
    // Gone, or something else since: the next look will tell.
    if (means_no_file(file.error())) return {};
    return tl::unexpected<base::Error>(file.error());
  }
  auto stat = (*file)->stat();
  if (!stat) return tl::unexpected<base::Error>(stat.error());
  auto key = key_of(*stat);
  shown_ = *stat;
  auto moment = moment_of(*stat);
  if (auto* known = lineage_.find(key)) {
    lineage_.make_current(*known);
    lineage_.seen_now = moment;
    if (!known->file) known->file = std::move(*file);
    return {};
  }
  if (lineage_.seen_until) {
    auto except = lineage_.keys();
    except.push_back(key);
    auto missed = siblings_.newer(*lineage_.seen_until, stat->born, except);
    if (!missed) return tl::unexpected<base::Error>(missed.error());
    add_missed(std::move(*missed), now);
  }
  Segment segment{.number = lineage_.next_number(), .path = path_, .key = key, .quiet_since = now};
  if (const auto* read = lineage_.find_retired(key)) {
    auto content = compare(**file, *read);
    if (content && *content == Content::Same) segment.trail = Trail(*read);
  }
  segment.note(*stat);
  segment.seen_until = lineage_.seen_now = moment;
  segment.file = std::move(*file);
  lineage_.add(std::move(segment));
  return {};
}

// Nothing is at the path, but something may have been: looked for whenever the directory changes.
base::Result<void> PathCheck::add_missed_while_vacant(base::MonoTime now) {
  auto directory = fs_.stat(directory_of(path_));
  if (!lineage_.seen_until || !directory || directory->modified <= vacant_until_) return {};
  auto missed = siblings_.newer(*lineage_.seen_until, {}, lineage_.keys());
  if (!missed) return tl::unexpected<base::Error>(missed.error());
  vacant_until_ = directory->modified;
  // Without a successor nothing bounds what is new: only a name that counts or dates is believed.
  std::erase_if(*missed, [&](const Sibling& sibling) { return !siblings_.is_numbered(sibling); });
  add_missed(std::move(*missed), now);
  return {};
}

// Somebody may have copied a log aside just before it was rotated. Few bytes are no evidence, every
// run begins with the same banner; so all that both hold is compared.
bool PathCheck::is_copy_of_known(Sibling& sibling) {
  for (std::size_t i = 0; i < lineage_.size(); ++i) {
    const auto& segment = lineage_.at(i);
    if (!segment.file || segment.trail.offset() == 0) continue;
    if (sibling.stat.size < segment.trail.offset()) continue;
    auto shared = std::min(sibling.stat.size, segment.size);
    auto original = describe(*segment.file, shared);
    if (!original || !siblings_.holds(sibling, *original).value_or(false)) continue;
    lineage_.remember(sibling.position_like(*original));
    return true;
  }
  return false;
}

// Files that the path showed between two looks and that were rotated away since.
void PathCheck::add_missed(std::vector<Sibling> missed, base::MonoTime now) {
  for (auto& sibling : missed) {
    if (is_copy_of_known(sibling)) continue;
    Segment segment{.number = lineage_.next_number(),
                    .role = Segment::Role::Away,
                    .path = sibling.path,
                    .key = key_of(sibling.stat),
                    .quiet_since = now};
    segment.note(sibling.stat);
    lineage_.add(std::move(segment));
  }
}

}  // namespace steptail::tail
