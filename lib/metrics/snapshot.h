#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "metrics/shared_list.h"
#include "run/run_identity.h"
#include "run/run_state.h"
#include "run/stall_clock.h"

namespace steptail::metrics {

// What a run is called: what never changes of it. Immutable; shared by all its snapshots.
struct RunName {
  run::RunIdentity identity;  // raw
  std::string id;             // short stable hash of the identity, for URLs
  std::string label_text;     // `run="x",user="y"`: cleaned, escaped, rendered once
};

// One run at one instant. Immutable; shared by successive snapshots while nothing changed.
struct RunSnapshot {
  std::shared_ptr<const RunName> name;
  run::RunData data;
  run::StallStatus stall;
  std::string watch;
  base::WallTime changed{};  // `taken` of the first snapshot that holds it
};

// What the series of a run are made from. A view: both outlive it.
struct RunView {
  RunView(const run::RunData& a_data, const run::StallStatus& a_stall)
      : data(a_data), stall(a_stall) {}
  RunView(const RunSnapshot& run) : RunView(run.data, run.stall) {}  // NOLINT(*-explicit-*)

  const run::RunData& data;
  const run::StallStatus& stall;
};

// How a watch entry's files are doing: steptail_files and its kin.
struct WatchCounters {
  std::map<std::string, std::uint64_t>
      files;                           // by state: active idle unrecognised unreadable skipped
  std::uint64_t foreign_files = 0;     // of the skipped ones: followed, but their bytes are no text
  std::uint64_t unreadable_files = 0;  // of the unreadable ones, of which others are directories
  std::uint64_t read_bytes = 0, lines = 0, unmatched_lines = 0, truncated_lines = 0;
  std::uint64_t lag_bytes = 0, rotations = 0, truncations = 0, unlinked_bytes = 0;
  std::map<std::string, std::uint64_t> lost_bytes, read_errors, file_restarts;  // by reason
  base::WallTime last_turn{};
};

// What is said of a file but for its numbers. Immutable; shared by successive snapshots while
// nothing of it changed.
struct FileFacts {
  std::string path, watch, state, formats, run, error;
};

// One file at one instant.
struct FileSnapshot {
  std::shared_ptr<const FileFacts> facts;
  std::uint64_t size = 0, offset = 0;
};

// One shard at one instant.
struct ShardSnapshot {
  base::WallTime taken{};
  bool ready = false;  // the first scan of every reachable entry is read
  SharedList<std::shared_ptr<const RunSnapshot>> runs;  // sorted by label_text
  // Label text and watch entry of runs that catch up and are shown when they have.
  std::vector<std::pair<std::string, std::string>> withheld;
  std::map<std::string, std::size_t, std::less<>> entry_places;  // in the configuration, by name
  std::map<std::string, WatchCounters> watches;
  std::map<std::string, std::uint64_t> matched_lines;  // by format
  std::map<std::string, std::uint64_t> refused;        // by limit
  SharedList<FileSnapshot> files;
  std::uint64_t inotify_overflows = 0;
  std::uint64_t checkpoint_errors = 0;
  std::optional<base::WallTime> checkpoint_saved;
};

}  // namespace steptail::metrics
