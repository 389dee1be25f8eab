// Files that the path does not show any more: when each ends.
#include <algorithm>

#include "tail/drain.h"
#include "tail/restarting.h"

namespace steptail::tail {

// The very file is where it was, as it was when it was read to its end. What a network mount says
// of a file that is not open may be old.
bool Drain::lies_still(const Segment& segment) const {
  const bool is_read = segment.announce == Segment::Announce::Nothing && segment.unread() == 0 &&
                       !segment.trail.needs_recall();
  if (!is_read || segment.lagged != std::optional(false)) return false;
  auto stat = parts_.fs.lstat(segment.where());
  return stat && is_surely_same(segment.key, key_of(*stat)) &&
         stat->size == segment.trail.offset() && stat->modified == segment.modified;
}

// Closed, and nowhere to be found. Directories of network mounts may be wrong for a moment.
Drain::Progress Drain::missing(std::size_t index, Turn& turn) {
  auto& segment = parts_.lineage.at(index);
  if (!segment.missing_since) segment.missing_since = turn.now;
  // Those that wait for their turn may be missing as well: not one after the other.
  for (std::size_t i = index + 1; i < parts_.lineage.size(); ++i) {
    auto& next = parts_.lineage.at(i);
    const bool is_unbegun = next.resumed && next.announce == Segment::Announce::Open;
    if (is_unbegun && !next.file && !next.missing_since) next.missing_since = turn.now;
  }
  if (turn.now - *segment.missing_since < parts_.options.unlinked_wait) {
    turn.outcome.wake_within(parts_.options.unlinked_wait);
    return Progress::Failed;
  }
  auto copied = go_on_in_copy(parts_.lineage, parts_.siblings, index);
  if (!copied) return fail(segment, copied.error(), turn);
  if (*copied) return Progress::Again;
  turn.outcome.lost_bytes += segment.unread();
  // Less than a line is too little to know it by, should it be back.
  if (segment.trail.folded() == 0) segment.links = 0;
  parts_.teller.end(segment, Ending::Deleted);
  return Progress::LetGo;
}

// True when the segment was let go.
bool Drain::finish(std::size_t index, Turn& turn) {
  auto& segment = parts_.lineage.at(index);
  if (segment.role == Segment::Role::Current) return false;
  auto state = away_state(index, turn.now);
  switch (judge_away(state, parts_.options)) {
    case Verdict::Close:
      parts_.teller.end(segment, segment.unlinked && !segment.was_renamed ? Ending::Deleted
                                                                          : Ending::RotatedAway);
      parts_.lineage.retire(index);
      return true;
    case Verdict::TellEnd:
      parts_.teller.end(segment, Ending::RotatedAway);
      // It is still looked at, but a daemon that starts from here on has no more to tell of it.
      parts_.lineage.ledger().remember(segment.read_position());
      state.ended = true;
      break;
    case Verdict::Keep:
      break;
  }
  turn.outcome.wake_within(
      std::min(next_judgement(state, parts_.options), look_interval(state.quiet, state.ended)));
  return false;
}

AwayState Drain::away_state(std::size_t index, base::MonoTime now) {
  auto& lineage = parts_.lineage;
  const auto& segment = lineage.at(index);
  AwayState state{.copy = segment.role == Segment::Role::Copy,
                  .unlinked = segment.unlinked,
                  .ended = segment.ended,
                  .newer_files = lineage.size() - index - 1,
                  .ends_seen = segment.ends_seen,
                  .quiet = now - segment.quiet_since};
  for (auto i = index + 1; i < lineage.size() && !state.successor_has_bytes; ++i) {
    auto& later = lineage.at(i);
    if (later.size == 0 && later.file && !later.look()) continue;
    state.successor_has_bytes = later.size > 0;
  }
  return state;
}

}  // namespace steptail::tail
