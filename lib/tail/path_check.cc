#include "tail/path_check.h"

#include <algorithm>
#include <utility>

#include "tail/away_copy.h"
#include "tail/file_name.h"
#include "tail/restarting.h"

namespace steptail::tail {
namespace {

using base::FileKind;
using base::FileStat;

// Longer than clocks of file systems stand still.
constexpr base::Duration kClockGranularity = std::chrono::seconds(1);

bool means_no_file(const base::Error& error) {
  return error.code == std::errc::no_such_file_or_directory ||
         error.code == std::errc::not_a_directory;
}

// A mount that goes and comes back may have another device number: then the content decides, or,
// where nothing was read, the birth.
Segment* find_known(Lineage& lineage, const FileKey& key, base::File& file) {
  if (auto* known = lineage.find(key)) return known;
  for (std::size_t i = 0; i < lineage.size(); ++i) {
    auto& segment = lineage.at(i);
    const bool evident = segment.trail.offset() > 0 || key.born != base::WallTime{};
    if (!may_be_same(segment.key, key) || !evident) continue;
    auto content = compare(file, segment.read_position());
    if (content && *content == Content::Same) return &segment;
  }
  return nullptr;
}

}  // namespace

base::Result<void> PathCheck::look(base::MonoTime now) {
  shown_.reset();
  vacant_ = false;
  auto* current = lineage_.current();
  auto stat = stat_path(current);
  if (!stat && !means_no_file(stat.error())) return tl::unexpected<base::Error>(stat.error());
  if (!stat || stat->kind != FileKind::Regular) {
    vacant_ = true;
    if (current != nullptr) leave(*current, now);
    return add_missed_while_vacant(now);
  }
  shown_ = *stat;
  if (current != nullptr && shows(*current, *stat)) {
    lineage_.seen_now = moment_of(*stat, now);
    return {};
  }
  if (current != nullptr) leave(*current, now);
  return attach(now, current);
}

// Nearly every look finds what the one before found, and that was opened by the rule: it does not
// matter then by whose links the path leads there.
base::Result<FileStat> PathCheck::stat_path(const Segment* current) {
  if (current != nullptr) {
    auto stat = fs_.glance(path_);
    if (!stat || (stat->kind == FileKind::Regular && is_same(current->key, key_of(*stat)))) {
      return stat;
    }
  }
  return fs_.stat(path_);
}

bool PathCheck::shows(const Segment& segment, const FileStat& stat) const {
  // An open file keeps its inode from being reused; of a closed one the content decides later.
  return segment.file ? is_same(segment.key, key_of(stat)) : may_be_same(segment.key, key_of(stat));
}

// The latest that the file system itself says of now: what comes into being later is newer,
// whatever our clock says. A file that is made changes its directory. Within a tick of that clock
// what comes later says the same, so until a tick has passed the moment is not over.
base::WallTime PathCheck::moment_of(const FileStat& stat, base::MonoTime now) {
  auto directory = directories_.modified(fs_, siblings_.directory());
  auto moment = std::max(stat.modified, directory.value_or(stat.modified));
  // What lies there at first sight is none of ours, even where it came just now.
  if (moment_ && *moment_ != moment) moment_since_ = now;
  moment_ = moment;
  bool over = !moment_since_ || now - *moment_since_ >= kClockGranularity;
  if (!over) moment -= base::Duration{1};
  if (lineage_.seen_until && *lineage_.seen_until > moment) forget_future(moment);
  return moment;
}

// The directory had a time that has not come yet, as where a clock was set back. What the files
// themselves said when they were last written is no later than all that came since.
void PathCheck::forget_future(base::WallTime moment) {
  base::WallTime written{};
  for (std::size_t i = 0; i < lineage_.size(); ++i) {
    auto& segment = lineage_.at(i);
    written = std::max(written, std::min(segment.modified, moment));
    if (segment.seen_until && *segment.seen_until > moment) {
      segment.seen_until = std::min(segment.modified, moment);
    }
  }
  lineage_.seen_until = written - base::Duration{1};
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

bool PathCheck::is_others(const FileStat& stat) const {
  return is_others_ && is_others_(path_, stat);
}

// `left`: the segment that the path showed up to now; null: it showed none.
base::Result<void> PathCheck::attach(base::MonoTime now, Segment* left) {
  auto file = fs_.open(path_);
  if (!file) {
    shown_.reset();
    // Gone, or something else since: the next look will tell.
    if (means_no_file(file.error())) return {};
    return tl::unexpected<base::Error>(file.error());
  }
  auto stat = (*file)->stat();
  if (!stat) return tl::unexpected<base::Error>(stat.error());
  auto key = key_of(*stat);
  shown_ = *stat;
  auto moment = moment_of(*stat, now);
  auto* known = find_known(lineage_, key, **file);
  // Another path showed it before and is still read: it is told there.
  if (lineage_.ledger().is_read(key, &lineage_) || (known == nullptr && is_others(*stat))) {
    shown_.reset();
    vacant_ = true;
    return {};
  }
  if (known != nullptr) {
    known->path = path_;  // it may have been found elsewhere before
    lineage_.make_current(*known);
    lineage_.seen_now = moment;
    if (!known->file || !is_same(known->key, key)) known->file = std::move(*file);
    known->key = key;
    known->home.clear();
    known->note_home();
    return {};
  }
  Sibling shown{.path = path_, .stat = *stat, .file = std::move(*file)};
  if (left != nullptr && is_copied_over(*left, shown)) {
    go_on_in(shown, *left, moment);
    return {};
  }
  if (auto missed = add_missed_before(*stat, now); !missed) return missed;
  Segment segment{.number = lineage_.next_number(),
                  .path = path_,
                  .key = key,
                  .held = stat->size,
                  .quiet_since = now};
  if (const auto* read = lineage_.ledger().find_done(key, path_)) {
    auto content = compare(*shown.file, *read);
    if (content && *content == Content::Same) segment.trail = Trail(*read);
  }
  segment.note(*stat);
  segment.seen_until = lineage_.seen_now = moment;
  segment.file = std::move(shown.file);
  segment.note_home();
  lineage_.add(std::move(segment));
  return {};
}

// As rsync and editors do it: what was read of a file is written anew under another name, with
// more behind it, and renamed over it. Only where no name leads to the old one any more: two files
// that live are two, whatever they hold.
bool PathCheck::is_copied_over(const Segment& left, Sibling& shown) const {
  if (left.trail.folded() == 0 || left.ended || shown.stat.size < left.trail.offset()) return false;
  if (left.file && !left.unlinked) return false;
  const auto read = left.read_position();
  auto content = compare(*shown.file, read);
  if (!content || *content != Content::Same) return false;
  if (left.file) return true;
  auto moved = siblings_.find_moved(read);
  return moved && !*moved;
}

void PathCheck::go_on_in(Sibling& shown, Segment& left, base::WallTime moment) {
  auto continued = continued_in(shown, left);
  continued.role = Segment::Role::Current;
  continued.seen_until = lineage_.seen_now = moment;
  continued.note_home();
  lineage_.retire(lineage_.index_of(left));
  lineage_.add(std::move(continued));
}

// What the path showed before `shown`, unseen. A file that is older than the last look was emptied
// since: what it held was copied, and copies are younger than it.
base::Result<void> PathCheck::add_missed_before(const FileStat& shown, base::MonoTime now) {
  if (!lineage_.seen_until) return {};
  const bool emptied = shown.born != base::WallTime{} && shown.born <= *lineage_.seen_until;
  auto missed = emptied ? siblings_.newer_numbered(*lineage_.seen_until, {key_of(shown)})
                        : siblings_.newer(*lineage_.seen_until, shown.born, {key_of(shown)});
  if (!missed) return tl::unexpected<base::Error>(missed.error());
  add_missed(std::move(*missed), now);
  return {};
}

// Nothing is at the path, but something may have been: looked for whenever the directory changes.
base::Result<void> PathCheck::add_missed_while_vacant(base::MonoTime now) {
  auto directory = fs_.stat(directory_of(path_));
  if (!lineage_.seen_until || !directory || directory->modified <= vacant_until_) return {};
  auto missed = siblings_.newer_numbered(*lineage_.seen_until, {});
  if (!missed) return tl::unexpected<base::Error>(missed.error());
  vacant_until_ = directory->modified;
  add_missed(std::move(*missed), now);
  return {};
}

// Files that the path showed between two looks and that were rotated away since.
void PathCheck::add_missed(std::vector<Sibling> missed, base::MonoTime now) {
  for (auto& sibling : missed) {
    if (is_copy_of_away(lineage_, siblings_, sibling)) continue;
    Segment segment{.number = lineage_.next_number(),
                    .role = Segment::Role::Away,
                    .path = sibling.path,
                    .key = key_of(sibling.stat),
                    .held = sibling.stat.size,
                    .quiet_since = now};
    segment.note(sibling.stat);
    lineage_.add(std::move(segment));
  }
}

}  // namespace steptail::tail
