#pragma once

#include <functional>
#include <future>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/file_system.h"
#include "base/log.h"
#include "checkpoint/checkpoint_file.h"
#include "daemon/asio_loop.h"
#include "metrics/snapshot_cell.h"
#include "pipeline/pipeline.h"
#include "watch/inotify_watcher.h"

namespace steptail::daemon {

// What the checkpoint of a shard is called in the storage directory: short, plain, and of no other
// shard. Pure.
[[nodiscard]] std::string checkpoint_name(const std::string& shard);

// One thread with its loop, watcher, pipeline and checkpoint: a part of the watch entries that a
// hung file system elsewhere cannot stop.
// Thread: construct, start, reconfigure and stop on the main thread.
class Shard {
 public:
  struct Options {
    std::string name;                    // names its checkpoint
    std::string storage_path;            // empty: keep none
    std::vector<std::string> elsewhere;  // shards whose checkpoints may know entries of this one
    base::Logger log;
  };
  // Other work from now on.
  struct Change {
    pipeline::PipelineOptions work;
    pipeline::SavedState inherited;  // of entries that come from another shard
    std::set<std::string> leaving;   // entries that go to another one, and who gets what they had
    std::function<void(pipeline::SavedState)> give;  // on the shard's thread
  };
  Shard(Options options, base::FileSystem& fs, pipeline::PipelineOptions work);
  ~Shard();

  // Where no thread can be had, that is logged, and it is as if its file system hung.
  void start();
  // Posted; the shard takes it up when it turns.
  void reconfigure(Change change);
  // Reads what is there for at most `deadline`, saves, publishes, ends.
  void ask_to_stop(base::Duration deadline);
  // False: it does not turn within twice the deadline, since its file system hangs, and is left
  // behind: the process must end without destroying what the thread uses.
  bool wait_stopped(base::Duration deadline);

  [[nodiscard]] std::shared_ptr<const metrics::SnapshotCell> cell() const { return cell_; }
  // Asks whether the loop turned within the time before. May be asked on any thread, and outlive
  // the shard.
  [[nodiscard]] std::function<bool()> answers(base::Duration within) const;

 private:
  struct State;  // shared with the thread, so that it survives a shard left behind
  Options options_;
  std::shared_ptr<metrics::SnapshotCell> cell_;
  std::shared_ptr<State> state_;
  std::future<void> ended_;
  std::thread thread_;
};

}  // namespace steptail::daemon
