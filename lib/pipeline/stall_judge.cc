#include "pipeline/stall_judge.h"

#include <algorithm>

namespace steptail::pipeline {

void StallJudge::use(const Entries& entries, base::FileSystem& fs) {
  options_.clear();
  for (const auto& entry : entries) {
    run::StallOptions& options = options_[entry->config.name];
    options = entry->config.stall;
    const bool local = std::all_of(
        entry->patterns.begin(), entry->patterns.end(), [&](const tail::PathPattern& pattern) {
          return fs.mount_kind(pattern.fixed_prefix()) == base::MountKind::Local;
        });
    if (!local) options.visibility_lag = kVisibilityLag;
  }
}

bool StallJudge::turn(base::MonoTime now) {
  const bool away = last_turn_ && now - *last_turn_ > kAway;
  if (away) {
    as_of_ = *last_turn_;
    caught_up_ = now + kCatchUp;
  } else if (now >= caught_up_) {
    as_of_ = now;
  }
  last_turn_ = now;
  return away;
}

run::StallOptions StallJudge::options_of(const std::string& watch) const {
  auto found = options_.find(watch);
  return found == options_.end() ? run::StallOptions{} : found->second;
}

}  // namespace steptail::pipeline
