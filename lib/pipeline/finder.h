#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/file_system.h"
#include "base/log.h"
#include "base/loop.h"
#include "pipeline/entry.h"
#include "pipeline/file_table.h"
#include "pipeline/poller.h"
#include "pipeline/reader.h"
#include "pipeline/scan_log.h"
#include "pipeline/scanner.h"
#include "pipeline/shelf.h"
#include "pipeline/shelver.h"
#include "watch/watcher.h"

namespace steptail::pipeline {

// Finds files and notices that they may have changed: scans, events, polls and sweeps all end in
// Reader::mark; the follower alone looks and decides.
// Thread: the shard's. Lifetime: what it is given outlives it.
class Finder {
 public:
  struct Parts {
    base::Loop& loop;
    base::FileSystem& fs;
    watch::Watcher& watcher;
    FileTable& files;
    Reader& reader;
    Shelf& shelf;
    Shelver& shelver;
    std::map<std::string, EntryCounters>& counters;  // by entry
    base::Logger log;
  };
  Finder(Parts parts, std::size_t max_files);

  // The first scan, which takes up what lies on the shelf. Then goes on alone.
  void start(Entries entries);
  // Other entries from now on (reload).
  void use(Entries entries, std::size_t max_files);
  void stop();

 private:
  void scan(const std::shared_ptr<const CompiledEntry>& entry, bool first);
  [[nodiscard]] Scanner::Outcome look_around(const CompiledEntry& entry);
  void take_known(const std::shared_ptr<const CompiledEntry>& entry, Scanner::Outcome& outcome,
                  bool first);
  void add_fresh(const std::shared_ptr<const CompiledEntry>& entry, Scanner::Outcome& outcome,
                 bool first);
  void look_at_restored();
  // True: it was on the shelf, and is followed now or has nothing to say.
  [[nodiscard]] bool take_from_shelf(const std::shared_ptr<const CompiledEntry>& entry,
                                     tail::Found& found, const Scanner::Outcome& outcome,
                                     bool first);
  void pass_over(const std::string& entry, const std::string& path);
  FollowedFile* add(const std::shared_ptr<const CompiledEntry>& entry, tail::Found& found,
                    const Scanner::Outcome& outcome, bool first, std::string saved);
  void look_again(FollowedFile& file, const base::FileStat& stat);
  void adopt_orphans();
  [[nodiscard]] bool may_be_unmounted(const std::string& directory) const;
  void schedule_scan(const std::string& entry);
  void scan_soon(const std::string& entry);
  void on_hint(const watch::Hint& hint);
  void on_unknown_path(const std::string& path);
  [[nodiscard]] bool may_hold_files(const CompiledEntry& entry, const std::string& path);

  Parts parts_;
  std::size_t max_files_;
  Scanner scanner_;
  ScanLog scan_log_;
  Poller poller_;
  Entries entries_;
  // By entry: files that the last scan saw and that are not followed, whatever is written to them.
  std::map<std::string, std::unordered_set<std::string>> passed_over_;
  std::map<std::string, base::Duration> scan_takes_;  // by entry
  std::vector<FileId> restored_;                      // taken up just now
  std::map<std::string, base::TimerId> scan_timers_;  // by entry
  std::set<std::string> soon_;                        // entries to scan soon
  base::TimerId soon_timer_ = 0;
};

}  // namespace steptail::pipeline
