#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "run/run_table.h"

namespace steptail::pipeline {

// What a checkpoint holds: the state of every stream (offsets and decoder) and of every run, taken
// at one moment of one shard, so that reading on from the offsets gives the same runs.
struct SavedState {
  struct StreamState {
    std::string entry;
    std::string path;
    std::string bytes;  // Stream::save
  };
  struct LedgerState {
    std::string entry;
    std::string bytes;  // Ledger::save
  };
  std::vector<StreamState> streams;
  std::vector<LedgerState> ledgers;
  std::vector<run::Run> runs;
};

// The payload of a checkpoint.
[[nodiscard]] std::string encode_state(const std::vector<SavedState::StreamState>& streams,
                                       const std::vector<SavedState::LedgerState>& ledgers,
                                       const run::RunTable& runs, base::WallTime now_wall,
                                       base::MonoTime now_mono);

// Error: the payload is of another version or damaged; nothing of it is used.
[[nodiscard]] base::Result<SavedState> decode_state(std::string_view payload, run::RunLimits limits,
                                                    base::WallTime now_wall,
                                                    base::MonoTime now_mono);

}  // namespace steptail::pipeline
