#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/file_system.h"
#include "base/loop.h"
#include "config/config.h"
#include "metrics/snapshot.h"
#include "pipeline/entry.h"
#include "pipeline/path_index.h"
#include "pipeline/run_binding.h"
#include "pipeline/stream.h"
#include "run/run_table.h"

namespace steptail::pipeline {

using FileId = std::uint64_t;

// A file that a watch entry follows.
struct FollowedFile {
  FileId id = 0;
  std::string entry;
  std::unique_ptr<RunBinding> binding;
  std::unique_ptr<Stream> stream;
  bool at_start = false;   // found by the first scan: its run is held back until it is caught up
  bool caught_up = false;  // has been read to its end once
  bool polled = false;     // no events come for it
  bool local = true;       // on a local file system
  bool judged = false;     // whether a format knows it was asked, and said where none does
  std::string error;       // of the last try; empty: none
  base::Duration retry_delay{};
  base::MonoTime retry_at{};    // not before, while there is an error
  std::uint64_t seen_size = 0;  // by the last scan or look
  base::WallTime seen_modified{};
  tail::FileKey seen_key{};
  std::uint64_t lag_bytes = 0;
  std::uint64_t untold_bytes = 0;                         // read while it had no run
  std::size_t open_files = 0;                             // descriptors
  std::optional<std::list<FileId>::iterator> open_place;  // while it holds any
  base::MonoTime last_growth{};
  metrics::FileSnapshot shown{};  // of the last snapshot
  bool unsaved = true;            // since `saved` was made
  std::string saved;              // its record in a checkpoint
  base::TimerId wake_timer = 0;
  base::MonoTime next_poll{};
  base::Duration poll_delay{};
};

// The files of one shard, and in which order files of one run may be read: what lies there when
// they are found is read oldest file first, so that a requeued job's attempts come in order.
// Thread: the shard's.
class FileTable {
 public:
  struct Parts {
    base::FileSystem& fs;
    const base::Clock& clock;
    run::RunTable& runs;
    std::map<std::string, std::uint64_t>& refused;
  };
  FileTable(Parts parts, config::Limits limits, std::shared_ptr<const format::FormatSet> formats);

  // What a new file is made from.
  struct NewFile {
    std::shared_ptr<const CompiledEntry> entry;
    EntryCounters* counters = nullptr;
    std::string path;
    tail::Labels labels;
    bool at_start = false;
    std::string saved;  // Stream::save of a checkpoint; empty: none
  };
  // Null when the entry follows the path already or the table is full (counted). Files of one run
  // that are added together must come oldest first.
  FollowedFile* add(NewFile file);
  [[nodiscard]] bool full() const { return files_.size() >= limits_.files; }
  [[nodiscard]] FollowedFile* find(const std::string& entry, const std::string& path) const;
  [[nodiscard]] FollowedFile* find(FileId id) const;
  // Whom a hint of a path is for: one for each entry that follows it.
  [[nodiscard]] const PathIndex& by_path() const { return by_path_; }
  FileId remove(FileId id);  // returns whose turn it is now, as caught_up() does
  // Is this a file that is read under the name it had before, or a copy of one? Lets those look
  // first that may have left it there.
  [[nodiscard]] bool is_others(const std::string& entry, const std::string& path,
                               const base::FileStat& stat);
  // The same, or it was read to its end. (What was read of it is no reason to read it again; what
  // was written to it since is.)
  [[nodiscard]] bool covers(const std::string& entry, const std::string& path,
                            const base::FileStat& stat);
  [[nodiscard]] tail::DirectoryTimes& directory_times() { return directory_times_; }
  // What was read of which physical file, by entry; saved with the streams.
  [[nodiscard]] std::map<std::string, tail::Ledger>& ledgers() { return ledgers_; }

  // May this file be read now, or is an older one of its run still being read?
  [[nodiscard]] bool may_read(const FollowedFile& file) const;
  // The file has been read to its end (or cannot be read): whose turn is it now? 0: nobody's.
  FileId caught_up(FollowedFile& file);

  // Keys of the runs whose files found at start are not all caught up.
  [[nodiscard]] std::set<std::string> held() const;
  [[nodiscard]] const std::set<FileId>& files_of(const std::string& key) const;

  // From the next line on.
  void reconfigure(const Entries& entries, config::Limits limits,
                   std::shared_ptr<const format::FormatSet> formats);
  // No events come for this file.
  void poll(FollowedFile& file);
  [[nodiscard]] const std::set<FileId>& polled() const { return polled_; }
  // After each look at a file: keeps at most limits.open_files descriptors, closing those of the
  // files that were silent the longest; where all of those grow, that of this one, so that not
  // every look at any file opens and closes one. Cost: O(1) a look.
  void note_look(FollowedFile& file, bool grew, base::MonoTime now);

  // In the order of their numbers.
  using Files = std::vector<std::pair<FileId, std::unique_ptr<FollowedFile>>>;
  [[nodiscard]] const Files& files() const { return files_; }
  // For who has come to this place of them: has the processor fetch the file that comes soon.
  void fetch_ahead(std::size_t place) const;

 private:
  [[nodiscard]] Files::const_iterator place_of(FileId id) const;
  [[nodiscard]] FollowedFile& to_close(FollowedFile& file, base::MonoTime now) const;
  void count_open(FollowedFile& file);

  Parts parts_;
  config::Limits limits_;
  std::shared_ptr<const format::FormatSet> formats_;
  std::shared_ptr<format::MatchScratch> scratch_ = format::make_match_scratch();
  FileId last_id_ = 0;
  std::map<std::string, tail::Ledger> ledgers_;  // by entry
  tail::DirectoryTimes directory_times_;
  Files files_;
  PathIndex by_path_;
  std::set<FileId> polled_;
  std::list<FileId> open_;  // files with descriptors, the longest silent first
  std::size_t open_files_ = 0;
  std::map<std::string, std::set<FileId>> files_of_;   // by run key
  std::set<std::string> refused_paths_;                // counted as refused already
  std::map<std::string, std::deque<FileId>> backlog_;  // by run key: not caught up, in order
};

}  // namespace steptail::pipeline
