#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "metrics/snapshot.h"
#include "run/run_table.h"
#include "run/stall_clock.h"

namespace steptail::pipeline {

// Turns the run table into the immutable runs of a snapshot. A run that did not change since the
// last time is the same object.
// Thread: the shard's. Cost: a copy of each changed run, a look at each of the others.
class Publisher {
 public:
  // Keys of runs that are not shown: not yet, and not any more.
  struct Hidden {
    const std::set<std::string>& withheld;
    const std::set<std::string>& left;
  };

  // Fills in the runs of `snapshot`, as Run::stall says of them, and what they refused. Sets
  // Run::changed to false.
  void collect(run::RunTable& table, const Hidden& hidden, metrics::ShardSnapshot& snapshot);
  // When the first of them stalls, should none say anything more. As of the last collect().
  [[nodiscard]] base::MonoTime next_stall() const { return next_stall_; }

 private:
  using Snapshot = std::shared_ptr<const metrics::RunSnapshot>;
  struct Known {
    std::uint64_t run = 0;  // its number
    Snapshot last;
    bool shown = false;
  };
  // True: the runs are the same as before.
  [[nodiscard]] bool align(const run::RunTable& table);
  [[nodiscard]] static Snapshot snapshot_of(run::Run& run, const Snapshot& last,
                                            base::WallTime taken);
  void show(run::Run& run, Known& known, base::WallTime taken);
  void sort();

  std::vector<Known> known_;        // in the order of the table
  std::vector<std::size_t> order_;  // of those that are shown, by label text
  base::MonoTime next_stall_{};
};

}  // namespace steptail::pipeline
