#include "tail/restarting.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace steptail::tail {
namespace {

Segment copy_segment(Generation number, Sibling& sibling, base::MonoTime quiet_since) {
  Segment segment{.number = number,
                  .role = Segment::Role::Copy,
                  .path = sibling.path,
                  .key = key_of(sibling.stat),
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
  return siblings.holds(sibling, head);
}

void insert_copies(Lineage& lineage, const Siblings& siblings, std::size_t index,
                   std::uint64_t seen_size) {
  if (!lineage.seen_until) return;
  auto& segment = lineage.at(index);
  auto quiet_since = segment.quiet_since;
  auto since = *lineage.seen_until;
  auto read = segment.read_position();
  auto except = lineage.keys();
  std::size_t placed = 0;
  auto copy = siblings.find_copy(read, since, except);
  if (copy) except.push_back(key_of(copy->stat));
  auto newer = siblings.newer(since, {}, except);
  if (copy) {
    segment.reason = Restart::Truncated;  // whatever it has grown to since
    segment.lost = seen_size > copy->stat.size ? seen_size - copy->stat.size : 0;
    auto continued = copy_segment(segment.number, *copy, quiet_since);
    continued.trail = segment.trail;
    continued.announce = Segment::Announce::Nothing;
    continued.silent = true;
    continued.resumed = segment.resumed;
    lineage.insert(index + placed++, std::move(continued));
  } else if (!newer.empty() && is_shorter_copy(siblings, newer.front(), read)) {
    lineage.remember(newer.front().position_like(read));
    newer.erase(newer.begin());
  }
  for (auto& sibling : newer) {
    lineage.insert(index + placed++, copy_segment(lineage.next_number(), sibling, quiet_since));
  }
}

}  // namespace

void restart(Lineage& lineage, const Siblings& siblings, std::size_t index, RestartCause cause) {
  auto& segment = lineage.at(index);
  auto offset = segment.trail.offset();
  bool shrunk = cause.reason == Restart::Truncated;
  segment.lost = shrunk && cause.seen_size > offset ? cause.seen_size - offset : 0;
  segment.reason = cause.reason;
  if (segment.role == Segment::Role::Current) {
    insert_copies(lineage, siblings, index, cause.seen_size);
  }
  segment.trail = Trail();
  if (segment.ended) {
    segment.ended = false;
    segment.number = lineage.next_number();
    segment.announce = Segment::Announce::Open;
  } else if (segment.announce == Segment::Announce::Nothing) {
    segment.announce = Segment::Announce::Restart;
  }
}

}  // namespace steptail::tail
