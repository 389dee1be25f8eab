#include "tail/away_copy.h"

#include <algorithm>
#include <utility>

namespace steptail::tail {
namespace {

// Opens what was closed and moved. False: it is nowhere.
bool find_again(Segment& segment, const Siblings& siblings) {
  auto moved = siblings.find_moved(segment.read_position());
  if (!moved || !*moved) return false;
  auto& found = **moved;
  if (!siblings.open(found).value_or(false)) return false;
  segment.move_to(found);
  return true;
}

// Of one that was truncated since, or that is gone, only the copy has what was read; what more it
// has is found when that is.
bool is_copy_of(Segment& segment, Lineage& lineage, const Siblings& siblings, Sibling& sibling) {
  const bool is_gone = !segment.file && !find_again(segment, siblings);
  auto content = Content::Other;
  if (!is_gone) {
    auto compared = compare(*segment.file, segment.read_position());
    if (!compared) return false;
    content = *compared;
  }
  if (content != Content::Same) {
    return siblings.holds(sibling, segment.read_position()).value_or(false);
  }
  auto shared = std::min(sibling.stat.size, segment.size);
  auto original = describe(*segment.file, shared);
  if (!original || !siblings.holds(sibling, *original).value_or(false)) return false;
  lineage.ledger().remember(sibling.position_like(*original));
  return true;
}

}  // namespace

bool is_copy_of_away(Lineage& lineage, const Siblings& siblings, Sibling& sibling) {
  if (siblings.is_copy_of_done(sibling)) return true;
  for (std::size_t i = 0; i < lineage.size(); ++i) {
    auto& segment = lineage.at(i);
    const bool is_known = segment.role != Segment::Role::Current && segment.trail.folded() > 0;
    if (!is_known || sibling.stat.size < segment.trail.offset()) continue;
    if (is_copy_of(segment, lineage, siblings, sibling)) return true;
  }
  return false;
}

}  // namespace steptail::tail
