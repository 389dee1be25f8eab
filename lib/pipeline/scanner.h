#pragma once

#include <map>
#include <set>
#include <string>

#include "base/file_system.h"
#include "pipeline/entry.h"
#include "tail/discovery.h"
#include "watch/watcher.h"

namespace steptail::pipeline {

// Finds the files of a watch entry and keeps its directories watched. A directory is watched before
// it is listed, so that a file made in between is not missed.
// Thread: the shard's.
class Scanner {
 public:
  Scanner(base::FileSystem& fs, watch::Watcher& watcher) : fs_(fs), watcher_(watcher) {}

  struct Outcome {
    tail::Scan scan;
    std::set<std::string> unwatched;  // directories that no events come from: poll their files
  };
  [[nodiscard]] Outcome scan(const CompiledEntry& entry);
  // Watches nothing for other entries than these any more.
  void keep_only(const Entries& entries);

 private:
  // Returns whether any directory is watched only from now on: it must be listed again.
  bool watch_directories(const CompiledEntry& entry, Outcome& outcome);
  void unwatch_others(const std::string& entry, std::set<std::string> wanted);

  base::FileSystem& fs_;
  watch::Watcher& watcher_;
  std::map<std::string, std::set<std::string>> watched_;  // by entry
};

}  // namespace steptail::pipeline
