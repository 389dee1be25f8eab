#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/log.h"
#include "base/loop.h"
#include "checkpoint/checkpoint_file.h"
#include "config/config.h"
#include "format/format_set.h"
#include "metrics/snapshot_cell.h"
#include "pipeline/entry.h"
#include "pipeline/file_table.h"
#include "pipeline/finder.h"
#include "pipeline/forgotten.h"
#include "pipeline/publisher.h"
#include "pipeline/reader.h"
#include "pipeline/saved_state.h"
#include "pipeline/saver.h"
#include "pipeline/shelf.h"
#include "pipeline/shelver.h"
#include "pipeline/stall_judge.h"
#include "run/run_table.h"
#include "watch/watcher.h"

namespace steptail::pipeline {

// What a shard works on; replaced as a whole by a reload.
struct PipelineOptions {
  Entries entries;                   // in the order of the config
  std::set<std::string> configured;  // names of all entries, whichever shard has them
  config::Retention retention;
  config::Limits limits;
  std::shared_ptr<const format::FormatSet> formats;
};

// One shard: everything from directories to the published snapshot, on one loop.
//
// Contract: start() once, then the loop drives it; stop() reads what is there, saves and publishes.
// reconfigure() cannot fail: files whose entry and identity stay go on where they are. What is
// published was saved before, so that a crash never takes a counter back.
// Thread: the loop's, all of it; the cell is the only way out.
// Blocking: as the file system does; nobody else waits for this thread.
class Pipeline {
 public:
  struct Parts {
    base::Loop& loop;
    base::FileSystem& fs;
    watch::Watcher& watcher;
    metrics::SnapshotCell& cell;
    checkpoint::CheckpointFile* checkpoint = nullptr;  // null: keep none
    // Of other shards: where an entry may have left its state when it was theirs.
    std::vector<checkpoint::CheckpointFile*> elsewhere{};
    base::Logger log;
  };
  Pipeline(Parts parts, PipelineOptions options);
  ~Pipeline();

  void start();
  void stop(base::Duration deadline);
  // `inherited`: what entries that come from another shard had there.
  void reconfigure(PipelineOptions options, SavedState inherited = {});
  // Gives away all that these entries have here. Before the reconfigure() that leaves them out.
  [[nodiscard]] SavedState hand_over(const std::set<std::string>& watches);

 private:
  void restore();
  void add_from_elsewhere(SavedState& state);
  [[nodiscard]] SavedState load(checkpoint::CheckpointFile& file,
                                const checkpoint::CheckpointFile::Salvage& salvage = {});
  void tick();
  // What time alone changes: settles runs, and finds out which stand still or have expired.
  void judge();
  [[nodiscard]] bool is_unsaved() const;
  void save();
  // `look`: at runs and files; else they are as they were.
  void publish(bool look);
  void show_all(metrics::ShardSnapshot& snapshot);
  void retire();
  [[nodiscard]] bool expired(const run::Run& run) const;
  void put_away_what_nobody_knew();
  void drop_streams_not_wanted();

  Parts parts_;
  PipelineOptions options_;
  run::RunTable runs_;
  std::map<std::string, std::uint64_t> refused_;  // by limit
  std::map<std::string, std::uint64_t> refused_shown_;
  std::map<std::string, EntryCounters> counters_;  // by entry
  FileTable files_;
  Reader reader_;
  Shelf shelf_;
  Shelver shelver_;
  Finder finder_;
  Saver saver_;
  Publisher publisher_;
  StallJudge stall_judge_;
  Forgotten forgotten_;
  std::set<std::string> expired_;            // keys of runs that are not shown any more
  std::optional<base::MonoTime> rested_at_;  // when silent files were last put away
  base::MonoTime busy_until_{};              // something was read not long ago
  base::MonoTime look_at_{};                 // at runs and files, even if nothing is read
  std::shared_ptr<const metrics::ShardSnapshot> shown_;  // what was published last
  bool started_ = false;
  bool ready_ = false;
  bool save_fails_ = false;
  bool save_again_ = false;  // the last try failed
  std::uint64_t checkpoint_errors_ = 0;
  std::optional<base::WallTime> checkpoint_saved_;
  base::TimerId tick_timer_ = 0;
  base::Duration next_tick_{};
};

}  // namespace steptail::pipeline
