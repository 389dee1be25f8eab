#include "tail/read_scheduler.h"

#include <algorithm>

namespace steptail::tail {

void ReadScheduler::mark(StreamId id) {
  if (waiting_.insert(id).second) queue_.push_back(id);
}

bool ReadScheduler::turn(const Reader& reader, const TimeIsUp& time_is_up) {
  std::size_t budget = options_.turn_bytes;
  // Only those that wait now: who says `more` has had its share of this turn.
  std::size_t steps = std::min(queue_.size(), options_.turn_steps);
  for (; steps > 0 && budget > 0; --steps) {
    StreamId id = queue_.front();
    queue_.pop_front();
    waiting_.erase(id);
    Step step = reader(id, std::min(budget, options_.stream_bytes));
    budget -= static_cast<std::size_t>(std::min<std::uint64_t>(budget, step.bytes));
    if (step.more) mark(id);
    if (time_is_up && time_is_up()) break;
  }
  return !queue_.empty();
}

}  // namespace steptail::tail
