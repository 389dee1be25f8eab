#pragma once

#include <future>
#include <memory>
#include <string>
#include <thread>

#include "base/file_system.h"
#include "base/log.h"
#include "checkpoint/checkpoint_file.h"
#include "daemon/asio_loop.h"
#include "metrics/snapshot_cell.h"
#include "pipeline/pipeline.h"
#include "watch/inotify_watcher.h"

namespace steptail::daemon {

// One thread with its loop, watcher, pipeline and checkpoint: a part of the watch entries that a
// hung file system elsewhere cannot stop.
// Thread: construct, start, reconfigure and stop on the main thread.
class Shard {
 public:
  struct Options {
    std::string name;          // names its checkpoint
    std::string storage_path;  // empty: keep none
    base::Logger log;
  };
  Shard(Options options, base::FileSystem& fs, pipeline::PipelineOptions work);
  ~Shard();

  void start();
  // Posted; the shard takes it up when it turns.
  void reconfigure(pipeline::PipelineOptions work);
  // Reads what is there for at most `deadline`, saves, publishes, ends.
  void ask_to_stop(base::Duration deadline);
  // False: it does not turn within twice the deadline, since its file system hangs, and is left
  // behind: the process must end without destroying what the thread uses.
  bool wait_stopped(base::Duration deadline);

  [[nodiscard]] std::shared_ptr<const metrics::SnapshotCell> cell() const { return cell_; }
  [[nodiscard]] const std::string& name() const { return options_.name; }
  // When the loop last turned; for the watchdog. Any thread.
  [[nodiscard]] base::MonoTime last_turn() const;

 private:
  struct State;  // shared with the thread, so that it survives a shard left behind
  Options options_;
  std::shared_ptr<metrics::SnapshotCell> cell_;
  std::shared_ptr<State> state_;
  std::future<void> ended_;
  std::thread thread_;
};

}  // namespace steptail::daemon
