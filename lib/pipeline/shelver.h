#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/file_system.h"
#include "base/loop.h"
#include "pipeline/entry.h"
#include "pipeline/file_table.h"
#include "pipeline/reader.h"
#include "pipeline/saved_state.h"
#include "pipeline/shelf.h"
#include "run/run_table.h"

namespace steptail::pipeline {

// Puts files and runs that have nothing more to say on the shelf, so that they fill no limit, and
// takes them down when they have. A run and its files are always on the same side of the shelf, or
// the run is in the table and knows what its files on the shelf have told.
// Thread: the shard's. Lifetime: what it is given outlives it.
class Shelver {
 public:
  struct Parts {
    base::Loop& loop;
    base::FileSystem& fs;
    FileTable& files;
    Reader& reader;
    run::RunTable& runs;
    Shelf& shelf;
    std::map<std::string, std::uint64_t>& refused;  // by limit
  };
  Shelver(Parts parts, config::Limits limits);

  void set_limits(config::Limits limits);

  // Error: a run cannot be read.
  [[nodiscard]] base::Result<void> check(const SavedState& state) const;
  // A checkpoint: its runs go to the table (as many as fit), its files wait for the first scan.
  void restore(SavedState state);

  // The file is not wanted any more; it is, should a later configuration want it again.
  void put(FileId id);
  // A run that has left the page: away with its files, then with itself. Does nothing while one of
  // them has something to say.
  void rest(const std::string& key);
  // Runs that these entries do not ask for any more, nor another shard's: they would stay as they
  // were when the configuration changed, and stall.
  void rest_unwanted(const Entries& entries, const std::set<std::string>& configured);
  // Files silent for longer than ignore_older, unless a run on the page speaks through them.
  void rest_silent(const Entries& entries);

  // Stream::save of a file that is to be followed (again), with its run awake in the table.
  // nullopt: not here, or the table of runs is full (counted once).
  [[nodiscard]] std::optional<std::string> take(const std::string& key, const std::string& path);

  // A file that stays on the shelf, and may turn up under another path: it is known how far its run
  // was told.
  void remember_told(const std::string& key, const SavedFile& file);

  // Runs and files of entries that are not configured any more, in any shard, go to the first entry
  // of this one that wants one of their files as a file of the same run: it was renamed.
  void rehome(const Entries& entries, const std::set<std::string>& configured);
  // All of these entries, which leave this shard: taken out, as a payload for restore() of another.
  [[nodiscard]] SavedState hand_over(const std::set<std::string>& watches);

 private:
  [[nodiscard]] bool put_if_quiet(FileId id);
  [[nodiscard]] bool is_wanted(const std::string& key, const run::Run& run, const Entries& entries,
                               const std::set<std::string>& configured) const;
  void put(FollowedFile& file, FileMark mark, bool followed);
  [[nodiscard]] base::Result<run::Run> load(const SavedRun& saved) const;
  [[nodiscard]] bool wake(const std::string& key);
  void trim();
  void remember(const SavedFile& file);
  void count_refusals(const run::RunState& run, bool sleeps);

  Parts parts_;
  config::Limits limits_;
  std::set<std::string> refused_runs_;  // counted already
};

}  // namespace steptail::pipeline
