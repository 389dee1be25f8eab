#include "run/labelled_table.h"

#include <algorithm>

namespace steptail::run {

// Apart from find(), which is for every value: this is for the few that do not follow.
[[gnu::noinline]] std::size_t SeriesOrder::search(const std::vector<LabelledValue>& all,
                                                  const SeriesKey& key) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const LabelledValue& entry) {
    return same_series(key_of(entry), key);
  });
  return found == all.end() ? kNone : static_cast<std::size_t>(found - all.begin());
}

}  // namespace steptail::run
