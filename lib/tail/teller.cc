#include "tail/teller.h"

namespace steptail::tail {

void Teller::announce(Segment& segment) {
  auto due = segment.announce;
  segment.announce = Segment::Announce::Nothing;
  if (due == Segment::Announce::Open) {
    sink_.on_open(segment.number, segment.trail.offset(), segment.size, segment.modified);
  } else if (due == Segment::Announce::Restart) {
    sink_.on_restart(segment.number, segment.reason, segment.lost);
    if (segment.resumed) sink_.on_backlog(segment.number, segment.size, segment.modified);
  }
}

void Teller::open_again(Segment& segment) {
  segment.ended = false;
  segment.late = segment.role != Segment::Role::Current;
  segment.number = lineage_.next_number();
  auto offset = segment.trail.offset();
  auto backlog_end = segment.resumed ? segment.size : offset;
  sink_.on_open(segment.number, offset, backlog_end, segment.modified);
}

void Teller::bytes(Segment& segment, std::span<const char> bytes) {
  if (segment.ended) open_again(segment);
  auto folded = sink_.on_bytes(segment.number, segment.trail.offset(), bytes);
  segment.trail.took(bytes, folded);
}

void Teller::hole(Segment& segment, std::uint64_t length) {
  auto folded = sink_.on_hole(segment.number, segment.trail.offset(), length);
  segment.trail.passed_over(length, folded);
}

bool Teller::is_open(const Segment& segment) {
  return segment.announce == Segment::Announce::Nothing && !segment.ended && !segment.silent;
}

void Teller::end(Segment& segment, Ending ending) {
  if (!is_open(segment)) return;
  const bool late = segment.late && ending == Ending::RotatedAway;
  sink_.on_end(segment.number, late ? Ending::Late : ending);
  segment.ended = true;
  segment.trail.took({}, segment.trail.offset());  // its last line was one
}

}  // namespace steptail::tail
