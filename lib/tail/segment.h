#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/file_system.h"
#include "base/time.h"
#include "tail/ending.h"
#include "tail/file_identity.h"
#include "tail/follower.h"
#include "tail/siblings.h"
#include "tail/trail.h"
#include "tail/zero_tail.h"

namespace steptail::tail {

// What one read found. Shrunk: the file ends before the bytes that were read already. Changed:
// other bytes stand where they stood.
struct ReadStep {
  enum class Kind : std::uint8_t { Data, End, Shrunk, Changed, Failed };
  Kind kind = Kind::End;
  std::span<const char> bytes{};  // in the caller's buffer
  std::optional<base::Error> error{};
};

// One physical file in the life of a path: which it is, how far it is read, what is still to be
// told. Plain data with the two calls that ask the file; who decides is Lineage, PathCheck and
// Drain. Thread: the loop's.
struct Segment {
  // Current: the path shows it. Away: renamed, unlinked, or found beside the path. Copy: what
  // copytruncate copied; nobody writes to it.
  enum class Role : std::uint8_t { Current, Away, Copy };
  // What the sink must hear before the first byte.
  enum class Announce : std::uint8_t { Nothing, Open, Restart };

  Generation number = 0;
  Role role = Role::Current;
  std::string path;  // where it was last seen
  std::string home;  // and where the open file said that it is, without links, where that is
                     // elsewhere: what a symlink led to before; empty: there, or not known
  FileKey key{};
  Trail trail{};
  std::unique_ptr<base::File> file{};  // null while closed
  std::uint32_t owner = 0;             // as last seen
  std::optional<bool> lagged{};        // its may_lag() when it was closed
  ZeroTail zeros{};

  Announce announce = Announce::Open;
  Restart reason = Restart::Truncated;  // of Announce::Restart
  std::uint64_t lost = 0;
  bool resumed = false;  // since a checkpoint, not yet read: what is there was written meanwhile
  bool silent = false;   // goes on under another segment's number: its end is not told
  bool emptied = false;  // began anew, and nothing was read of it since
  bool ended = false;    // the sink heard on_end(); later bytes open a new generation
  bool late = false;     // opened again for such bytes, away from the path

  std::uint64_t size = 0;  // as last seen
  // As seen when what was read of it was last found to be there still: so much can have been lost.
  // What a later look sees may be of another content already.
  std::uint64_t held = 0;
  // When that was, while the path showed it, by the file system's clock: a copy of it that is newer
  // was made since.
  std::optional<base::WallTime> seen_until{};
  std::uint64_t links = 1;
  base::WallTime modified{};
  bool unlinked = false;     // no name leads to it any more
  bool was_renamed = false;  // it was seen away from the path with a name
  base::MonoTime quiet_since{};
  std::optional<base::MonoTime> missing_since{};
  std::optional<base::MonoTime> failing_since{};
  std::uint32_t ends_seen = 0;  // looks that found nothing new
  base::MonoTime next_look{};   // of one that is away and quiet

  [[nodiscard]] std::uint64_t unread() const {
    return size > trail.offset() ? size - trail.offset() : 0;
  }
  // What of it was seen beyond what is kept: lost, if it is nowhere else.
  [[nodiscard]] std::uint64_t held_beyond(std::uint64_t kept) const {
    return held - std::min(held, kept);
  }
  // It is away, quiet, and was looked at just now.
  [[nodiscard]] bool rests(base::MonoTime now) const {
    return role == Role::Away && ends_seen >= kEndsNeeded && now < next_look;
  }
  [[nodiscard]] const std::string& where() const { return home.empty() ? path : home; }
  void note(const base::FileStat& stat);
  // Asks the open file where it is: what has left its path is hard to find again once it is closed.
  void note_home();
  void close();
  // From now on it is the file found there, read through what was opened of it.
  void move_to(Sibling& found);
  // Opens what was closed where its path leads to surely the same file; gives the facts of that.
  // nullopt: it cannot be said that it does. Errors: those of opening.
  [[nodiscard]] base::Result<std::optional<base::FileStat>> reopen(base::FileSystem& fs);
  // Asks the open file for its facts.
  [[nodiscard]] base::Result<void> look();
  // Reads at most `limit` bytes, together with those before them, which must be as they were.
  // REQUIRES: buffer.size() >= kWindowBytes + limit, an open file, no recall outstanding.
  [[nodiscard]] ReadStep read(std::span<char> buffer, std::size_t limit);
  [[nodiscard]] FilePosition position() const;
  [[nodiscard]] FilePosition read_position() const;
};

}  // namespace steptail::tail
