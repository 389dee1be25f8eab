#include "pipeline/stall_judge.h"

#include <algorithm>

namespace steptail::pipeline {

void StallJudge::use(const Entries& entries, base::FileSystem& fs) {
  options_.clear();
  for (const auto& entry : entries) {
    Options& options = options_[entry->config.name];
    options.near = options.far = entry->config.stall;
    options.far.visibility_lag = kVisibilityLag;
    for (const tail::PathPattern& pattern : entry->patterns) {
      const std::string& directory = pattern.fixed_prefix();
      if (fs.mount_kind(directory) == base::MountKind::Local) continue;
      options.far_directories.push_back(directory);
    }
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

const run::StallOptions& StallJudge::options_of(const std::string& watch,
                                                const std::string& path) const {
  static const run::StallOptions kDefaults;
  auto found = options_.find(watch);
  if (found == options_.end()) return kDefaults;
  const Options& options = found->second;
  const bool far =
      std::any_of(options.far_directories.begin(), options.far_directories.end(),
                  [&](const std::string& directory) { return path.starts_with(directory); });
  return far ? options.far : options.near;
}

}  // namespace steptail::pipeline
