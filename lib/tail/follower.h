#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/time.h"
#include "tail/file_position.h"

namespace steptail::tail {

class DirectoryTimes;
class Ledger;

// One physical file that a path has shown; numbered from 1 within a Follower.
using Generation = std::uint64_t;

// Why bytes start again or stop. The names are the `reason` labels of steptail_file_restarts_total
// and of the loss counters. on_restart() says Truncated or Rewritten; another file at the path is
// an on_open(), which the listener may count as Replaced or Rotated.
enum class Restart : std::uint8_t { Truncated, Replaced, Rewritten, Rotated };
// Late: it had been rotated away, and ended, before; it was opened again for what its writer added.
enum class Ending : std::uint8_t { Deleted, RotatedAway, Late };

[[nodiscard]] const char* restart_name(Restart restart);

// Who listens to a Follower.
class FollowerSink {
 public:
  virtual ~FollowerSink() = default;
  // A physical file is read from `offset` on (0, or where a checkpoint left off). `backlog_end` is
  // its size now: bytes below it were there already (contract "which time"). After resume() each
  // saved position is opened once, in the order of positions(), and ended at once where it is gone;
  // but for those that had ended, which open when something was added to them, and those that were
  // not begun, which open in their turn.
  // A rotated file may still be open (not ended) when the next one opens.
  virtual void on_open(Generation generation, std::uint64_t offset, std::uint64_t backlog_end,
                       base::WallTime modified) = 0;
  // Bytes that follow the last ones of this generation. Returns the offset up to which everything
  // is folded (the start of the unfinished line): what position() may save.
  virtual std::uint64_t on_bytes(Generation generation, std::uint64_t offset,
                                 std::span<const char> bytes) = 0;
  // As on_bytes() of `length` zeros, which are a hole in the file: nobody read them. The byte
  // before them is a zero.
  virtual std::uint64_t on_hole(Generation generation, std::uint64_t offset,
                                std::uint64_t length) = 0;
  // The same file starts anew at 0 (truncated, replaced in place). An unfinished line is dropped;
  // `lost` bytes were seen to be there and are gone unread.
  virtual void on_restart(Generation generation, Restart reason, std::uint64_t lost) = 0;
  // After on_restart(): bytes below `backlog_end` were written while nobody looked (the daemon was
  // down). Without it, what comes after a restart is read live.
  virtual void on_backlog(Generation /*generation*/, std::uint64_t /*backlog_end*/,
                          base::WallTime /*modified*/) {}
  // No more bytes will come: a last unfinished line is a line.
  virtual void on_end(Generation generation, Ending ending) = 0;
};

// Whether the file at a path is another follower's to read, such as the copy that copytruncate made
// of a log.
using IsOthers = std::function<bool(const std::string& path, const base::FileStat& stat)>;

// Follows one path through the life of its files: appends, rename rotation (the old file is drained
// before the new one is read), copytruncate, replacement, deletion, symlink swap.
//
// Contract: pump() is the only place that looks and decides; hints merely say "look". Each byte of
// an unchanged file goes to the sink once and in order; what a truncation took is counted, never
// guessed. Reads at most `budget_bytes`; `more` says that it stopped for the budget.
// Thread: the loop's. Blocking: as the file system does.
// Errors: in the outcome; nothing is given up, the next pump() tries again.
class Follower {
 public:
  struct Options {
    // Quiet time after which a renamed file ends, once the file after it has bytes.
    base::Duration rotate_wait = std::chrono::seconds(5);
    // Quiet time for which a renamed file is kept open: its writer may not have noticed.
    base::Duration rotate_linger = std::chrono::minutes(10);
    // Quiet time after which an unlinked file ends and is closed.
    base::Duration unlinked_wait = std::chrono::seconds(1);
    // Shared with the followers of the same shard, outlives them; null: one of its own.
    Ledger* ledger = nullptr;
    // Asked, within pump(), of what the path comes to show; null: none is.
    IsOthers is_others;
    DirectoryTimes* directory_times = nullptr;  // likewise
  };
  struct Outcome {
    std::uint64_t bytes = 0;  // read this time
    bool more = false;        // the budget ended first
    bool gone = false;        // no file at the path and nothing left to drain
    bool moved = false;       // other files than before are read, or are to be
    std::optional<base::Error> error;
    // The file at the path as it was before it was read; nullopt: none, or it is not known. Where
    // it was not read to its end, the outcome says so: `more`, `wake` or an error.
    std::optional<base::FileStat> shown;
    std::uint64_t lag_bytes = 0;   // known to be there, not yet read
    std::uint64_t lost_bytes = 0;  // of a file that vanished while closed: seen, never read
    std::uint64_t cut_bytes = 0;   // likewise of one that shrank, where no on_restart() says it
    base::Duration wake{0};        // not zero: pump again after this even without a hint

    void wake_within(base::Duration wait) {
      if (wake == base::Duration{0} || wait < wake) wake = wait;
    }
  };

  Follower(base::FileSystem& fs, std::string path, FollowerSink& sink, Options options);
  ~Follower();

  // Continues where a checkpoint left off: oldest first (a rotated file, then the current one).
  // Call before the first pump(). Bytes that only the checkpoint knew and that are gone are lost.
  void resume(std::vector<FilePosition> positions);

  Outcome pump(std::size_t budget_bytes, base::MonoTime now);

  [[nodiscard]] std::vector<FilePosition> positions() const;
  // Closes descriptors; the next pump() opens again where it left off.
  void release();
  // Bytes of deleted files that are held because they are not read to their end.
  [[nodiscard]] std::uint64_t unlinked_bytes() const;
  // Is the file `path` beside its own a copy of what it reads, such as copytruncate makes, or one
  // in the making? Such a file must not be read for itself. (Renamed files are the ledger's to
  // know.)
  [[nodiscard]] bool is_copied_to(const std::string& path, const base::FileStat& stat) const;
  // Anything but the file at the path is read.
  [[nodiscard]] bool rotates() const;
  // How many descriptors it holds.
  [[nodiscard]] std::size_t open_files() const;
  [[nodiscard]] const std::string& path() const;
  // Have the processor fetch what pump() will look at: what is its own, and some steps later, since
  // it looks there, the file at the path.
  void fetch() const;
  void fetch_current() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace steptail::tail
