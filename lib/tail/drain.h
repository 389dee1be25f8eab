#pragma once

#include <cstddef>
#include <optional>

#include "base/file_system.h"
#include "base/time.h"
#include "tail/ending.h"
#include "tail/follower.h"
#include "tail/lineage.h"
#include "tail/read_buffer.h"
#include "tail/siblings.h"
#include "tail/teller.h"

namespace steptail::tail {

// Reads the files of a lineage, oldest first, and lets go of those that are done. The one place
// where truncation and rewriting are noticed.
// Thread: the loop's. Lifetime: what it is given outlives it.
class Drain {
 public:
  struct Parts {
    base::FileSystem& fs;
    Teller& teller;
    Lineage& lineage;
    const Siblings& siblings;
    Follower::Options options;
  };
  explicit Drain(Parts parts) : parts_(parts) {}

  // What the path shows now, where that is known, stands in the outcome.
  void run(std::size_t budget_bytes, base::MonoTime now, Follower::Outcome& outcome);

 private:
  // AtEnd: nothing more to read now. Again: the lineage has changed, look at this index anew.
  // LetGo: nothing will be read of it any more.
  enum class Progress : std::uint8_t { AtEnd, OutOfBudget, Failed, Again, LetGo };
  struct Turn {
    std::size_t budget;
    base::MonoTime now;
    Follower::Outcome& outcome;
    std::optional<base::FileStat> seen{};  // just now, of the current file; good for one look
    bool is_surely_same = false;           // the file that was opened just now
    ReadBuffer buffer{};
  };

  [[nodiscard]] Progress drain(std::size_t index, Turn& turn);
  [[nodiscard]] Progress check_opened(std::size_t index, Turn& turn);
  [[nodiscard]] static base::Result<void> look(Segment& segment, Turn& turn);
  [[nodiscard]] Progress check_and_read(std::size_t index, Turn& turn);
  [[nodiscard]] bool was_emptied_again(const Segment& segment) const;
  [[nodiscard]] Progress read_on(std::size_t index, Turn& turn);
  [[nodiscard]] Progress begin_anew(std::size_t index, Restart reason, Turn& turn);
  [[nodiscard]] bool became_copy(const Segment& segment) const;
  [[nodiscard]] std::span<const char> believable(Segment& segment, std::span<const char> bytes,
                                                 Turn& turn) const;
  void note_intact(Segment& segment, Turn& turn);
  static void note_end(Segment& segment, base::MonoTime now);
  void deliver(Segment& segment, std::span<const char> bytes, Turn& turn);
  void pass_over_hole(Segment& segment);
  [[nodiscard]] bool has_news(const Segment& segment, const Turn& turn) const;
  [[nodiscard]] bool lies_still(const Segment& segment) const;
  [[nodiscard]] Progress reopen(std::size_t index, Turn& turn);
  [[nodiscard]] Progress missing(std::size_t index, Turn& turn);
  [[nodiscard]] Progress fail(Segment& segment, const base::Error& error, Turn& turn) const;
  [[nodiscard]] bool finish(std::size_t index, Turn& turn);
  [[nodiscard]] AwayState away_state(std::size_t index, base::MonoTime now);
  [[nodiscard]] bool must_wait_for(const Segment& segment, Progress progress,
                                   base::MonoTime now) const;

  Parts parts_;
};

}  // namespace steptail::tail
