#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "checkpoint/checkpoint_file.h"
#include "pipeline/file_table.h"
#include "pipeline/saved_state.h"
#include "pipeline/shelf.h"
#include "run/run_table.h"

namespace steptail::pipeline {

// Writes a shard's files and runs, as they are at one moment, to its checkpoint.
// Thread: the shard's. Lifetime: what it is given outlives it. Blocking: as the file system does.
// Cost: what did not change since it was last encoded is not encoded again; all is written.
class Saver {
 public:
  struct Parts {
    const base::Clock& clock;
    FileTable& files;
    run::RunTable& runs;
    const Shelf& shelf;
  };
  explicit Saver(Parts parts) : parts_(parts) {}

  [[nodiscard]] base::Result<void> save(checkpoint::CheckpointFile& checkpoint);

 private:
  void add_files(StateWriter& writer);
  [[nodiscard]] ToldBytes add_runs(StateWriter& writer);

  Parts parts_;
};

}  // namespace steptail::pipeline
