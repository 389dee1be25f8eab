#pragma once

#include <tsl/robin_set.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>

namespace steptail::tail {

// Whose turn it is to read: dirty streams in the order in which they became dirty, a bounded amount
// a stream and a turn, so that one huge backlog starves neither its neighbours nor the loop.
// Contract: mark() of a stream that waits already is once. A stream that says `more` goes to the
// end of the queue. Streams may be marked while a turn runs; what was marked during a turn and does
// not fit is for the next. A stream that no longer exists, or whose time has not come, is the
// reader's to ignore (a Step of zeros); 0 is no stream. Thread: one. Cost: O(1) per mark and per
// step; idle streams cost nothing.
class ReadScheduler {
 public:
  using StreamId = std::uint64_t;
  struct Step {
    std::uint64_t bytes = 0;
    bool more = false;  // stopped for the budget
  };
  struct Options {
    std::size_t stream_bytes = 256 * 1024;     // at most, a stream a turn
    std::size_t turn_bytes = 4 * 1024 * 1024;  // at most, all streams of a turn
    std::size_t turn_steps = 1024;             // streams a turn, however little they have to say
  };
  using Reader = std::function<Step(StreamId id, std::size_t budget_bytes)>;

  ReadScheduler() = default;
  explicit ReadScheduler(Options options) : options_(options) {}

  void mark(StreamId id);
  [[nodiscard]] bool empty() const { return queue_.empty(); }
  [[nodiscard]] std::size_t size() const { return queue_.size(); }
  // Whose turn comes after so many others; 0: nobody's.
  [[nodiscard]] StreamId upcoming(std::size_t others) const {
    return others < queue_.size() ? queue_[others] : 0;
  }

  // Asked after each stream: has this turn taken its time?
  using TimeIsUp = std::function<bool()>;
  // Lets dirty streams read. True when some are left: the caller posts itself and turns again.
  bool turn(const Reader& reader, const TimeIsUp& time_is_up = {});

 private:
  Options options_{};
  std::deque<StreamId> queue_;
  tsl::robin_set<StreamId> waiting_;  // flat: thousands come and go each second
};

}  // namespace steptail::tail
