#include "pipeline/scanner.h"

namespace steptail::pipeline {

std::string directory_of(const std::string& path) {
  std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Scanner::Outcome Scanner::scan(const CompiledEntry& entry) {
  // How many are followed is the file table's to bound, after age and what is followed already.
  constexpr std::size_t kMaxFiles = 1'000'000;
  Outcome outcome;
  outcome.scan = tail::scan(fs_, entry.patterns, entry.exclude, kMaxFiles);
  if (watch_directories(entry, outcome)) {
    outcome.scan = tail::scan(fs_, entry.patterns, entry.exclude, kMaxFiles);
    watch_directories(entry, outcome);
  }
  return outcome;
}

bool Scanner::watch_directories(const CompiledEntry& entry, Outcome& outcome) {
  bool any_new = false;
  outcome.unwatched.clear();
  for (const std::string& directory : outcome.scan.directories) {
    bool polls = entry.config.poll == config::PollMode::Always ||
                 (entry.config.poll == config::PollMode::Auto &&
                  fs_.mount_kind(directory) != base::MountKind::Local);
    if (polls) {
      outcome.unwatched.insert(directory);
      continue;
    }
    // Asked again each time: a directory that was removed and made anew has lost its watch.
    if (!watcher_.watch(directory)) {
      outcome.unwatched.insert(directory);
      watched_.erase(directory);
      continue;
    }
    if (watched_.insert(directory).second) any_new = true;
  }
  return any_new;
}

}  // namespace steptail::pipeline
