#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

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
#include "pipeline/publisher.h"
#include "pipeline/reader.h"
#include "pipeline/stall_judge.h"
#include "run/run_table.h"
#include "watch/watcher.h"

namespace steptail::pipeline {

// What a shard works on; replaced as a whole by a reload.
struct PipelineOptions {
  Entries entries;  // in the order of the config
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
    base::Logger log;
  };
  Pipeline(Parts parts, PipelineOptions options);
  ~Pipeline();

  void start();
  void stop(base::Duration deadline);
  void reconfigure(PipelineOptions options);

 private:
  [[nodiscard]] std::map<std::string, std::string> restore();
  void tick();
  void settle();
  [[nodiscard]] bool any_run_unsaved() const;
  void save();
  void publish();
  [[nodiscard]] std::set<std::string> hidden_runs();
  [[nodiscard]] bool expired(const run::Run& run) const;
  void drop_streams_not_wanted();

  Parts parts_;
  PipelineOptions options_;
  run::RunTable runs_;
  std::map<std::string, std::uint64_t> refused_;   // by limit
  std::map<std::string, EntryCounters> counters_;  // by entry
  FileTable files_;
  Reader reader_;
  Finder finder_;
  Publisher publisher_;
  StallJudge stall_judge_;
  bool started_ = false;
  bool ready_ = false;
  bool save_fails_ = false;
  std::uint64_t checkpoint_errors_ = 0;
  std::optional<base::WallTime> checkpoint_saved_;
  base::TimerId tick_timer_ = 0;
};

}  // namespace steptail::pipeline
