#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/log.h"
#include "base/loop.h"
#include "daemon/settings.h"
#include "daemon/shard.h"
#include "metrics/board.h"

namespace steptail::daemon {

// The shards, and which watch entries each of them follows: all on local file systems together,
// each on a network file system alone. An entry that a reload moves to another shard takes its runs
// and offsets along.
// Thread: the main thread; `loop` is its loop and outlives the set.
class ShardSet {
 public:
  struct Options {
    std::string storage_path;  // empty: keep no checkpoints
    base::Logger log;
  };
  ShardSet(Options options, base::FileSystem& fs, base::Loop& loop);
  ~ShardSet();

  // Starts shards, or gives those that run new work.
  void configure(const Settings& settings);
  // What the board shows: one source a shard.
  [[nodiscard]] std::vector<metrics::Board::Source> sources() const;
  // Did the shard of the local files turn within this time?
  [[nodiscard]] bool local_turns(base::Duration within) const;
  // Lets all shards read, save and publish what is there. False: one of them hangs.
  [[nodiscard]] bool stop(base::Duration deadline);

 private:
  using Shards = std::map<std::string, std::unique_ptr<Shard>>;
  // Which shard follows an entry; where its paths stay, it stays.
  [[nodiscard]] std::map<std::string, std::string> assign(const Settings& settings) const;
  [[nodiscard]] pipeline::PipelineOptions work_of(const std::string& shard) const;
  void start(const std::string& shard);
  void arrived(const std::set<std::string>& entries, const pipeline::SavedState& state);

  Options options_;
  base::FileSystem& fs_;
  base::Loop& loop_;
  Settings settings_;                            // in force
  std::map<std::string, std::string> shard_of_;  // by entry
  std::set<std::string> moving_;                 // entries that an old shard has not given yet
  Shards shards_;                                // by name
};

}  // namespace steptail::daemon
