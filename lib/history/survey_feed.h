#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "history/line_tape.h"
#include "history/log_reader.h"
#include "history/survey.h"

namespace steptail::history {

// What a survey has found out so far, for who follows it on another thread, and the lines that it
// has read, so that they are read once.
//
// The follower can say a line only when its time is known. Where that takes more lines than tapes
// may hold, there are no further ones, and the follower reads the log itself from there on.
// Thread: one publishes, one follows. Memory: kMostTapeBytes, and what a block of the log becomes.
class SurveyFeed {
 public:
  static constexpr std::size_t kMostTapeBytes = std::size_t{8} * 1024 * 1024;

  // `pieces` are those whose start is known, with the scales known so far; of the last one the end
  // is not. `resolved`: the times of all lines before this byte are decided.
  struct Known {
    std::span<const Piece> pieces;
    std::uint64_t resolved = 0;
    std::uint64_t read = 0;
  };
  // Surveyor: `tape` holds the lines since the tape before it; null: there were none, or no more
  // are taped. False: nobody wants to know.
  bool publish(const Known& known, std::unique_ptr<LineTape> tape);
  // Surveyor: an empty tape, for which it waits while the follower has enough to say. Null: the
  // follower waits as well, or wants none.
  [[nodiscard]] std::unique_ptr<LineTape> next_tape(std::string_view path);
  // Surveyor: what comes from that place on is not taped.
  void end_tapes(Place place);
  // Surveyor: nothing more comes.
  void finish(base::Result<Survey> survey, std::unique_ptr<LineTape> tape);

  struct News {
    std::vector<Piece> pieces;
    std::uint64_t resolved = 0;
    std::uint64_t read = 0;
    std::deque<std::unique_ptr<LineTape>> tapes;  // in order; taken by the follower
    std::optional<Place> untaped;                 // from there on, after the tapes
    bool over = false;                            // outcome() is there
  };
  // Follower: waits for something new, and brings `known` up to date.
  void wait(News& known);
  // Follower: this one was said.
  void give_back(std::unique_ptr<LineTape> tape);
  // Follower: wants the outcome alone.
  void ignore_lines();
  // Follower, after it is over.
  [[nodiscard]] const base::Result<Survey>& outcome() const { return *outcome_; }
  // Follower: wants no more.
  void leave();

 private:
  void take_tape(std::unique_ptr<LineTape> tape)
      STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_));

  base::Mutex mutex_;
  std::condition_variable_any changed_;
  News news_ STEPTAIL_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<LineTape>> spare_tapes_ STEPTAIL_GUARDED_BY(mutex_);
  std::size_t tape_bytes_ STEPTAIL_GUARDED_BY(mutex_) = 0;  // here and with the follower
  bool fresh_ STEPTAIL_GUARDED_BY(mutex_) = false;
  bool follower_waits_ STEPTAIL_GUARDED_BY(mutex_) = false;
  bool ignores_lines_ STEPTAIL_GUARDED_BY(mutex_) = false;
  bool left_ STEPTAIL_GUARDED_BY(mutex_) = false;
  std::optional<base::Result<Survey>> outcome_;  // the surveyor's, until it is over
};

}  // namespace steptail::history
