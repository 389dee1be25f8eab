#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/log.h"
#include "pipeline/entry.h"
#include "tail/discovery.h"

namespace steptail::pipeline {

// Tells of scans what whoever runs the daemon should know: directories that cannot be read, when
// that begins and when it ends, and patterns that match nothing, or nothing that is followed, when
// they are first looked for.
// Thread: the shard's. Lifetime: what it is given outlives it. Cost: where no file is found, once,
// two stats a pattern.
class ScanLog {
 public:
  ScanLog(base::FileSystem& fs, base::Logger log);

  void note(const CompiledEntry& entry, const tail::Scan& scan);
  // All files of the entry, so many, are too old to be followed.
  void note_old(const CompiledEntry& entry, std::size_t files);

 private:
  void note_unreadable(const std::string& entry, const std::vector<base::Error>& errors);
  void note_nothing(const CompiledEntry& entry, const tail::Scan& scan);

  base::FileSystem& fs_;
  base::Logger log_;
  std::map<std::string, std::set<std::string>> unreadable_;     // directories, by entry
  std::map<std::string, std::vector<std::string>> looked_for_;  // patterns, by entry
};

}  // namespace steptail::pipeline
