#include "tail/drain.h"

#include <algorithm>
#include <utility>

#include "tail/restarting.h"
#include "tail/start_position.h"

namespace steptail::tail {
namespace {

constexpr std::size_t kChunkBytes = 64 * 1024;
// Asked for beyond the size that was seen: the file may have grown since.
constexpr std::size_t kSlackBytes = 4096;

// When zeros at the end are looked at again.
constexpr base::Duration kZerosAgain = std::chrono::seconds(1);

bool is_zeros(std::span<const char> bytes) {
  return !bytes.empty() && bytes.back() == '\0' &&
         std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == '\0'; });
}

}  // namespace

void Drain::run(std::size_t budget_bytes, base::MonoTime now, Follower::Outcome& outcome) {
  Turn turn{.budget = budget_bytes, .now = now, .outcome = outcome, .seen = outcome.shown};
  auto& lineage = parts_.lineage;
  std::size_t index = 0;
  while (index < lineage.size() && !outcome.more) {
    auto progress = lineage.at(index).rests(now) ? Progress::AtEnd : drain(index, turn);
    if (progress == Progress::Again) continue;
    auto& failing_since = lineage.at(index).failing_since;
    if (progress != Progress::Failed) failing_since.reset();
    if (progress == Progress::Failed && !failing_since) failing_since = now;
    // It changed while it was looked at, and nobody else may say so.
    if (progress == Progress::Failed && !outcome.error) outcome.wake_within(kLookAgain);
    if (progress == Progress::LetGo) {
      lineage.retire(index);
      continue;
    }
    outcome.more = progress == Progress::OutOfBudget;
    if (progress == Progress::AtEnd && finish(index, turn)) continue;
    if (must_wait_for(lineage.at(index), progress, now)) break;
    ++index;
  }
  for (std::size_t i = 0; i < lineage.size(); ++i) outcome.lag_bytes += lineage.at(i).unread();
}

// Lines are told in the order in which they were written: the next file waits for the last line of
// the one before, and for one that cannot be read just now, but not for ever.
bool Drain::must_wait_for(const Segment& segment, Progress progress, base::MonoTime now) const {
  if (segment.role == Segment::Role::Current || segment.ended) return false;
  if (progress == Progress::AtEnd) return segment.trail.unfinished();
  return segment.failing_since && now - *segment.failing_since < parts_.options.rotate_wait;
}

Drain::Progress Drain::drain(std::size_t index, Turn& turn) {
  if (parts_.lineage.at(index).file) return check_and_read(index, turn);
  if (!has_news(parts_.lineage.at(index), turn)) {
    note_end(parts_.lineage.at(index), turn.now);
    return Progress::AtEnd;
  }
  auto opened = reopen(index, turn);
  return opened == Progress::Again ? check_opened(index, turn) : opened;
}

// What was read before it was closed must still be there, from the head on; where the file is
// surely the same, the bytes before those that are read next say so, as while it is open.
Drain::Progress Drain::check_opened(std::size_t index, Turn& turn) {
  auto& segment = parts_.lineage.at(index);
  if (segment.resumed) segment.note_home();
  bool known = segment.trail.needs_recall() || turn.is_surely_same;
  auto content = known ? Content::Same : Content::Other;
  if (!known) {
    auto compared = compare(*segment.file, segment.read_position());
    if (!compared) return fail(segment, compared.error(), turn);
    content = *compared;
  }
  if (content != Content::Same) {
    auto reason = content == Content::Shorter ? Restart::Truncated : Restart::Rewritten;
    return begin_anew(index, reason, turn);
  }
  return check_and_read(index, turn);
}

// What the path has just shown of a file, the open file would say again.
base::Result<void> Drain::look(Segment& segment, Turn& turn) {
  const bool known = turn.seen && is_same(segment.key, key_of(*turn.seen));
  if (!known || segment.file->may_lag()) return segment.look();
  segment.note(*std::exchange(turn.seen, {}));
  return {};
}

Drain::Progress Drain::check_and_read(std::size_t index, Turn& turn) {
  auto& segment = parts_.lineage.at(index);
  if (auto looked = look(segment, turn); !looked) return fail(segment, looked.error(), turn);
  auto content = Content::Same;
  bool whole = segment.size >= segment.trail.offset();
  if (whole && segment.trail.needs_recall()) {
    auto recalled = segment.trail.recall(*segment.file);
    if (!recalled) return fail(segment, recalled.error(), turn);
    content = *recalled;
  }
  auto start = start_position(segment.trail.offset(), segment.size, content);
  // Of a file of which nothing was read yet only its size tells that it began anew.
  bool shrunk = segment.size < segment.held;
  if (shrunk && segment.trail.offset() == 0) start.restart = Restart::Truncated;
  if (was_emptied_again(segment)) start.restart = Restart::Truncated;
  if (start.restart) return begin_anew(index, *start.restart, turn);
  if (segment.ended && segment.role == Segment::Role::Current) parts_.teller.open_again(segment);
  parts_.teller.announce(segment);
  return read_on(index, turn);
}

// It was empty when last seen, and has bytes now: are they its first, or does what came before them
// lie in a copy that was made since?
bool Drain::was_emptied_again(const Segment& segment) const {
  if (!segment.emptied || segment.held > 0 || segment.size == 0 || !segment.seen_until)
    return false;
  auto newer = parts_.siblings.newer_numbered(*segment.seen_until, {});
  return newer && std::any_of(newer->begin(), newer->end(),
                              [](const Sibling& sibling) { return sibling.stat.size > 0; });
}

Drain::Progress Drain::read_on(std::size_t index, Turn& turn) {
  auto& segment = parts_.lineage.at(index);
  for (;;) {
    auto limit = std::min({turn.budget, kChunkBytes, segment.unread() + kSlackBytes});
    // Without a budget only what was read is looked at again.
    auto step = segment.read(turn.buffer.of(kWindowBytes + limit), limit);
    switch (step.kind) {
      case ReadStep::Kind::Failed:
        return fail(segment, *step.error, turn);
      case ReadStep::Kind::Shrunk:
        segment.held = std::max(segment.held, segment.size);  // it was there a moment ago
        return begin_anew(index, Restart::Truncated, turn);
      case ReadStep::Kind::Changed:
        return begin_anew(index, Restart::Rewritten, turn);
      case ReadStep::Kind::End: {
        // Saved ends may be many: none keeps a descriptor before something is added.
        const bool only_looked_at = segment.resumed && segment.ended;
        note_intact(segment, turn);
        if (limit == 0) return segment.unread() > 0 ? Progress::OutOfBudget : Progress::AtEnd;
        note_end(segment, turn.now);
        if (only_looked_at) segment.close();
        return Progress::AtEnd;
      }
      case ReadStep::Kind::Data: {
        auto bytes = believable(segment, step.bytes, turn);
        if (!bytes.empty()) deliver(segment, bytes, turn);
        if (is_zeros(bytes)) pass_over_hole(segment);
        if (bytes.size() < step.bytes.size()) return Progress::AtEnd;
        if (segment.unread() == 0) return Progress::AtEnd;
      }
    }
  }
}

// What is not to be taken yet is asked for again soon, from the server.
std::span<const char> Drain::believable(Segment& segment, std::span<const char> bytes,
                                        Turn& turn) const {
  auto begin = segment.trail.offset();
  if (!segment.file->may_lag() || begin + bytes.size() < segment.size) return bytes;
  auto sound = segment.zeros.believable(bytes, begin, turn.now);
  if (sound.size() < bytes.size()) {
    segment.file->drop_cache();
    turn.outcome.wake_within(kZerosAgain);
  }
  return sound;
}

Drain::Progress Drain::begin_anew(std::size_t index, Restart reason, Turn& turn) {
  auto& segment = parts_.lineage.at(index);
  if (auto looked = segment.look(); !looked) return fail(segment, looked.error(), turn);
  // Its end was told, and its writer would only add to it: somebody makes another file of it, such
  // as a copy of what was read. Where that is a log, it is found like every other.
  if (segment.role == Segment::Role::Away && (segment.ended || became_copy(segment))) {
    turn.outcome.cut_bytes += segment.held_beyond(segment.trail.offset());
    parts_.teller.end(segment, Ending::RotatedAway);
    segment.links = 0;  // what is remembered of it is of its end, not of now
    return Progress::LetGo;
  }
  auto begun = restart(parts_.lineage, parts_.siblings, index, reason);
  if (!begun) return fail(segment, begun.error(), turn);
  // Who hears that it opens does not hear what was lost before.
  if (segment.announce == Segment::Announce::Open) turn.outcome.cut_bytes += segment.lost;
  return Progress::Again;
}

// Somebody copies the log at the path over it, to empty that.
bool Drain::became_copy(const Segment& segment) const {
  const auto* current = std::as_const(parts_.lineage).current();
  if (current == nullptr || current->trail.folded() == 0) return false;
  auto content = compare(*segment.file, current->read_position());
  return content && *content == Content::Same;
}

void Drain::deliver(Segment& segment, std::span<const char> bytes, Turn& turn) {
  segment.emptied = false;
  parts_.teller.bytes(segment, bytes);
  turn.budget -= bytes.size();
  turn.outcome.bytes += bytes.size();
  segment.quiet_since = turn.now;
  segment.ends_seen = 0;
  note_intact(segment, turn);
}

// On a network mount what looks like a hole may be bytes that have not come yet.
void Drain::pass_over_hole(Segment& segment) {
  if (segment.file->may_lag()) return;
  const auto offset = segment.trail.offset();
  const auto data = std::min(segment.file->next_data(offset), segment.size);
  if (data > offset) parts_.teller.hole(segment, data - offset);
}

// What was read of it is still there: only what comes into being from here on can be a copy that
// matters, and what it holds from here on is written while somebody looks.
void Drain::note_intact(Segment& segment, Turn& turn) {
  const auto holds = std::max(segment.size, segment.trail.offset());
  turn.outcome.cut_bytes += segment.held_beyond(holds);
  segment.held = holds;
  segment.seen_until = parts_.lineage.seen_now;
  segment.resumed = false;
}

// Who keeps its file open does not notice that somebody puts it elsewhere; who starts next must.
void Drain::note_end(Segment& segment, base::MonoTime now) {
  if (segment.role == Segment::Role::Away) segment.note_home();
  ++segment.ends_seen;
  segment.next_look = now + look_interval(now - segment.quiet_since, segment.ended);
}

// A closed file is opened only for a reason: descriptors are scarce when files are many.
bool Drain::has_news(const Segment& segment, const Turn& turn) const {
  if (segment.role == Segment::Role::Away) return !lies_still(segment);
  const auto& shown = turn.outcome.shown;
  if (segment.role != Segment::Role::Current || !shown) return true;
  return segment.announce != Segment::Announce::Nothing || segment.ended ||
         segment.trail.needs_recall() || shown->size != segment.trail.offset() ||
         shown->modified != segment.modified;
}

// Again: it is open now, or its copy in its place.
Drain::Progress Drain::reopen(std::size_t index, Turn& turn) {
  auto& segment = parts_.lineage.at(index);
  bool current = segment.role == Segment::Role::Current;
  turn.is_surely_same = false;
  if (current && turn.outcome.shown) {
    auto opened = segment.reopen(parts_.fs);
    if (!opened) return fail(segment, opened.error(), turn);
    turn.seen = *opened;
    turn.is_surely_same = opened->has_value();
    if (turn.is_surely_same) return Progress::Again;
  }
  auto file = parts_.fs.open(current ? segment.path : segment.where());
  if (file) {
    auto stat = (*file)->stat();
    if (!stat) return fail(segment, stat.error(), turn);
    // Elsewhere than at the path a reused inode is nothing that a later look would notice.
    bool same = current ? may_be_same(segment.key, key_of(*stat))
                        : is_surely_same(segment.key, key_of(*stat));
    if (same) {
      segment.key = key_of(*stat);
      segment.file = std::move(*file);
      segment.missing_since.reset();
      return Progress::Again;
    }
  } else if (current) {
    return fail(segment, file.error(), turn);
  }
  if (current) return Progress::Failed;  // another file since the look; the next look will tell
  auto moved = parts_.siblings.find_moved(segment.read_position());
  if (!moved) return fail(segment, moved.error(), turn);
  if (!*moved) return missing(index, turn);
  auto& found = **moved;
  auto opened = parts_.siblings.open(found);
  if (!opened) return fail(segment, opened.error(), turn);
  if (!*opened) return Progress::Failed;  // moved again since; the next look will tell
  segment.move_to(found);
  segment.missing_since.reset();
  return Progress::Again;
}

Drain::Progress Drain::fail(Segment& segment, const base::Error& error, Turn& turn) const {
  if (!turn.outcome.error) turn.outcome.error = error;
  // The server has forgotten this handle: only the path leads back.
  if (error.code.value() == ESTALE) segment.close();
  return Progress::Failed;
}

}  // namespace steptail::tail
