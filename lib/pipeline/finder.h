#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/loop.h"
#include "pipeline/entry.h"
#include "pipeline/file_table.h"
#include "pipeline/reader.h"
#include "pipeline/scanner.h"
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
    run::RunTable& runs;
    std::map<std::string, EntryCounters>& counters;  // by entry
    base::Logger log;
  };
  Finder(Parts parts, std::size_t max_files);

  // The first scan; `saved` holds Stream::save of a checkpoint by stream_key(). Then goes on alone.
  void start(Entries entries, std::map<std::string, std::string> saved);
  // Other entries from now on (reload).
  void use(Entries entries, std::size_t max_files);
  // Streams of the checkpoint whose directory is not there (a mount that is not up): kept as saved.
  [[nodiscard]] const std::map<std::string, std::string>& untaken() const { return saved_; }
  void stop();

  [[nodiscard]] static std::string stream_key(const std::string& entry, const std::string& path);

 private:
  void scan(const std::shared_ptr<const CompiledEntry>& entry, bool first);
  void note_scan(const CompiledEntry& entry, Scanner::Outcome& outcome);
  void take_known(const std::shared_ptr<const CompiledEntry>& entry, Scanner::Outcome& outcome,
                  bool first);
  void add_fresh(const std::shared_ptr<const CompiledEntry>& entry, Scanner::Outcome& outcome,
                 bool first);
  void add(const std::shared_ptr<const CompiledEntry>& entry, tail::Found& found,
           const Scanner::Outcome& outcome, bool first, std::string saved);
  void look_at_restored();
  void look_again(FollowedFile& file, const base::FileStat& stat);
  void adopt_orphans();
  void schedule_scan(const std::string& entry);
  void scan_soon(const std::string& entry);
  void on_hint(const watch::Hint& hint);
  void on_unknown_path(const std::string& path);
  void poll();
  [[nodiscard]] std::shared_ptr<const CompiledEntry> find_entry(const std::string& name) const;

  Parts parts_;
  std::size_t max_files_;
  Scanner scanner_;
  Entries entries_;
  std::map<std::string, std::string> saved_;          // by stream_key, until taken up
  std::vector<FileId> restored_;                      // taken up just now
  std::map<std::string, base::TimerId> scan_timers_;  // by entry
  std::set<std::string> soon_;                        // entries to scan soon
  base::TimerId soon_timer_ = 0;
  base::TimerId poll_timer_ = 0;
};

}  // namespace steptail::pipeline
