#pragma once

#include <condition_variable>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "history/survey.h"

namespace steptail::history {

// What a survey has found out so far, for who follows it on another thread.
// Thread: one publishes, one follows.
class SurveyFeed {
 public:
  // Surveyor: `pieces` are those whose start is known, with the scales known so far; of the last
  // one the end is not. `resolved`: the times of all lines before this byte are decided. False:
  // nobody wants to know.
  bool publish(std::span<const Piece> pieces, std::uint64_t resolved, std::uint64_t read);
  // Surveyor: nothing more comes.
  void finish(base::Result<Survey> survey);

  struct News {
    std::vector<Piece> pieces;
    std::uint64_t resolved = 0;
    std::uint64_t read = 0;
    bool over = false;  // outcome() is there
  };
  // Follower: waits for something new, and brings `known` up to date.
  void wait(News& known);
  // Follower, after it is over.
  [[nodiscard]] const base::Result<Survey>& outcome() const { return *outcome_; }
  // Follower: wants no more.
  void leave();

 private:
  base::Mutex mutex_;
  std::condition_variable_any changed_;
  News news_ STEPTAIL_GUARDED_BY(mutex_);
  bool fresh_ STEPTAIL_GUARDED_BY(mutex_) = false;
  bool left_ STEPTAIL_GUARDED_BY(mutex_) = false;
  std::optional<base::Result<Survey>> outcome_;  // the surveyor's, until it is over
};

}  // namespace steptail::history
