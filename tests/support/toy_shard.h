#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_file.h"
#include "metrics/snapshot_cell.h"
#include "pipeline/pipeline.h"
#include "support/fake_watcher.h"
#include "support/manual_loop.h"
#include "support/mem_file_system.h"

namespace steptail::support {

// The formats of the binary and one more, `toy`, whose numbers are easy to write:
//   step=7 loss=2.5 id=7      a progress line; `id` is summed into counted_total{key="ids"}
//   toy starts                a start-up line
//   toy saves / toy saved     a checkpoint
[[nodiscard]] std::shared_ptr<const format::FormatSet> toy_formats();

// A pipeline over files in memory and a clock that the test moves: serve without a process.
class ToyShard {
 public:
  // Patterns like "/logs/{run}.log"; one watch entry, named "toys". /logs is there, and empty.
  explicit ToyShard(std::vector<std::string> patterns);
  ~ToyShard();

  // The entries of the next start() or reload().
  std::vector<config::WatchEntry> entries;
  config::Limits limits;
  config::Retention retention;
  base::Logger log;  // of the next start(); null: says nothing

  void start();
  void stop();    // in order, as by SIGTERM
  void crash();   // as by SIGKILL: nothing is saved or read
  void reload();  // with `entries` as they are now
  // To another shard and back, as a reload does with an entry whose shard changes.
  void move_away_and_back(const std::string& entry);
  void append(const std::string& path, std::string_view bytes);  // and the watcher's hint
  void advance(base::Duration duration) { loop.advance(duration); }

  // The page's training_* series, by `name{labels}`; as of the last publication.
  [[nodiscard]] std::map<std::string, double> series() const;
  [[nodiscard]] std::optional<double> value(const std::string& series) const;
  [[nodiscard]] std::shared_ptr<const metrics::ShardSnapshot> snapshot() const;

  ManualLoop loop;
  MemFileSystem fs;
  FakeWatcher watcher;

 private:
  [[nodiscard]] pipeline::PipelineOptions options() const;

  std::shared_ptr<metrics::SnapshotCell> cell_;
  std::unique_ptr<checkpoint::CheckpointFile> checkpoint_;
  std::unique_ptr<checkpoint::CheckpointFile> elsewhere_;  // of another shard: /state/other
  std::unique_ptr<pipeline::Pipeline> pipeline_;
};

}  // namespace steptail::support
