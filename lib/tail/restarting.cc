#include "tail/restarting.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "tail/away_copy.h"

namespace steptail::tail {
namespace {

// It was looked at, so it is not new any more, not even for a daemon that starts from here.
void note_seen(Lineage& lineage, const Sibling& sibling) {
  bool dated = sibling.stat.born != base::WallTime{};
  auto made = dated ? sibling.stat.born : sibling.stat.modified;
  if (lineage.seen_now) lineage.seen_now = std::max(*lineage.seen_now, made);
}

Segment copy_segment(Generation number, Sibling& sibling, base::MonoTime quiet_since) {
  Segment segment{.number = number,
                  .role = Segment::Role::Copy,
                  .path = sibling.path,
                  .key = key_of(sibling.stat),
                  .held = sibling.stat.size,
                  .quiet_since = quiet_since};
  segment.note(sibling.stat);
  segment.file = std::move(sibling.file);
  return segment;
}

// A copy that ends before what we have read: its writer wrote, and we read, between the copying and
// the truncating.
bool is_shorter_copy(const Siblings& siblings, Sibling& sibling, const FilePosition& read) {
  if (read.head_length == 0 || sibling.stat.size >= read.offset) return false;
  auto head = read;
  head.offset = read.head_length;
  head.window_length = 0;
  return siblings.holds(sibling, head).value_or(false);
}

// The size of the copy that holds what was read, where there is one.
using CopySize = std::optional<std::uint64_t>;

// Places the copies before `index`.
base::Result<CopySize> insert_copies(Lineage& lineage, const Siblings& siblings,
                                     std::size_t index) {
  auto& segment = lineage.at(index);
  if (!segment.seen_until) return CopySize();
  auto read = segment.read_position();
  std::vector<FileKey> except;
  auto found = siblings.find_copy(read, *segment.seen_until, except);
  if (!found) return tl::unexpected<base::Error>(found.error());
  auto& copy = *found;
  auto newer = siblings.newer(*segment.seen_until, {}, except);
  if (!newer) return tl::unexpected<base::Error>(newer.error());
  if (copy) note_seen(lineage, *copy);
  for (const auto& sibling : *newer) note_seen(lineage, sibling);
  std::erase_if(*newer,
                [&](Sibling& sibling) { return is_copy_of_away(lineage, siblings, sibling); });
  bool copies_are_made = copy.has_value();
  if (!copy && !newer->empty() && is_shorter_copy(siblings, newer->front(), read)) {
    copies_are_made = true;
    lineage.ledger().remember(newer->front().position_like(read));
    newer->erase(newer->begin());
  }
  if (copy) {
    auto continued = continued_in(*copy, segment);
    continued.silent = !segment.ended;  // the segment goes on after it
    lineage.insert(index++, std::move(continued));
  }
  for (auto& sibling : *newer) {
    // Where nothing shows that this file is copied away, a neighbour is just a new neighbour.
    if (!copies_are_made && !siblings.is_numbered(sibling)) continue;
    auto whole = copy_segment(lineage.next_number(), sibling, segment.quiet_since);
    lineage.insert(index++, std::move(whole));
  }
  return copy ? CopySize(copy->stat.size) : CopySize();
}

}  // namespace

Segment continued_in(Sibling& copy, const Segment& segment) {
  auto continued = copy_segment(segment.number, copy, segment.quiet_since);
  continued.trail = segment.trail;
  continued.announce = segment.announce;
  continued.reason = segment.reason;
  continued.lost = segment.lost;
  continued.ended = segment.ended;
  continued.resumed = segment.resumed;
  return continued;
}

base::Result<void> restart(Lineage& lineage, const Siblings& siblings, std::size_t index,
                           Restart reason) {
  auto& segment = lineage.at(index);
  auto told = segment.announce;
  std::uint64_t kept = segment.trail.offset();  // what is not lost
  bool copied = false;
  if (segment.role != Segment::Role::Copy) {
    auto copy_size = insert_copies(lineage, siblings, index);
    if (!copy_size) return tl::unexpected<base::Error>(copy_size.error());
    if (*copy_size) {
      copied = true;
      kept = **copy_size;
      told = Segment::Announce::Nothing;  // the copy tells what was due
    }
  }
  // A copy shows that it was truncated, whatever it has grown to since.
  segment.reason = copied ? Restart::Truncated : reason;
  // Other bytes may stand there because it was truncated and has grown back, or was rewritten in
  // place, and then nothing is lost: nobody can tell. Rather too much is counted than a loss
  // hidden.
  if (told != Segment::Announce::Restart) segment.lost = 0;
  segment.lost += segment.held_beyond(kept);
  segment.held = segment.size;
  segment.trail = Trail();
  segment.emptied = true;
  segment.seen_until = lineage.seen_now;
  if (segment.ended) {
    segment.ended = false;
    segment.number = lineage.next_number();
    segment.announce = Segment::Announce::Open;
  } else if (told == Segment::Announce::Nothing) {
    segment.announce = Segment::Announce::Restart;
  }
  return {};
}

base::Result<bool> go_on_in_copy(Lineage& lineage, const Siblings& siblings, std::size_t index) {
  const auto& segment = lineage.at(index);
  // Of what was not read nothing shows a copy, less than a line does not, and of a copy there is
  // none.
  bool may_be_copied = segment.role != Segment::Role::Copy && segment.seen_until;
  if (!may_be_copied || segment.trail.folded() == 0) return false;
  std::vector<FileKey> except;
  auto copy = siblings.find_copy(segment.read_position(), *segment.seen_until, except);
  if (!copy) return tl::unexpected<base::Error>(copy.error());
  if (!*copy) return false;
  note_seen(lineage, **copy);
  lineage.insert(index, continued_in(**copy, segment));
  lineage.retire(index + 1);
  return true;
}

}  // namespace steptail::tail
