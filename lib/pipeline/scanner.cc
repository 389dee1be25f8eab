#include "pipeline/scanner.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace steptail::pipeline {

Scanner::Outcome Scanner::scan(const CompiledEntry& entry) {
  // How many are followed is the file table's to bound, after age and what is followed already.
  constexpr std::size_t kMaxFiles = 1'000'000;
  // Directories may come as fast as they are looked for; the hints of their parents bring us back.
  constexpr int kMaxListings = 4;
  Outcome outcome;
  for (int i = 0; i < kMaxListings; ++i) {
    outcome.scan = tail::scan(fs_, entry.patterns, entry.exclude, kMaxFiles);
    if (!watch_directories(entry, outcome)) break;
  }
  return outcome;
}

bool Scanner::watch_directories(const CompiledEntry& entry, Outcome& outcome) {
  using config::PollMode;
  bool any_new = false;
  outcome.unwatched.clear();
  std::set<std::string> watched;
  for (const std::string& directory : outcome.scan.directories) {
    bool polls = entry.config.poll == PollMode::Always ||
                 (entry.config.poll == PollMode::Auto &&
                  fs_.mount_kind(directory) != base::MountKind::Local);
    // Asked again each time: a directory that was removed and made anew has lost its watch.
    auto watching = polls ? base::Result<bool>(false) : watcher_.watch(directory);
    if (!polls && watching) {
      watched.insert(directory);
      any_new = any_new || *watching;
    } else if (entry.config.poll != PollMode::Never) {
      outcome.unwatched.insert(directory);
    }
  }
  unwatch_others(entry.config.name, std::move(watched));
  return any_new;
}

// Several entries may want one directory.
void Scanner::unwatch_others(const std::string& entry, std::set<std::string> wanted) {
  std::set<std::string> before = std::exchange(watched_[entry], std::move(wanted));
  for (const std::string& directory : before) {
    bool still = std::any_of(watched_.begin(), watched_.end(),
                             [&](const auto& other) { return other.second.contains(directory); });
    if (!still) watcher_.unwatch(directory);
  }
}

void Scanner::keep_only(const Entries& entries) {
  std::vector<std::string> gone;
  for (const auto& [name, directories] : watched_) {
    if (find_entry(entries, name) == nullptr) gone.push_back(name);
  }
  for (const std::string& name : gone) {
    unwatch_others(name, {});
    watched_.erase(name);
  }
}

}  // namespace steptail::pipeline
