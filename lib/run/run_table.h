#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/time.h"
#include "run/run_identity.h"
#include "run/run_state.h"

namespace steptail::run {

// One run of the table, and what the pipeline must know to export it.
struct Run {
  RunIdentity identity;
  std::string watch;  // the entry that owns it
  RunState state;
  base::WallTime modified{};   // newest modification time of its files
  base::WallTime last_byte{};  // last arrival of a byte
  bool changed = true;         // since the last snapshot
  bool unsaved = true;         // since the last checkpoint
};

// Every run of one shard, by identity. Bounded: past `max_runs` a new one is refused; a run that
// another watch entry owns already is refused too.
// Thread: the shard's. Lifetime: a Run stays where it is until erased.
class RunTable {
 public:
  enum class Refusal : std::uint8_t { None, Runs, Identity };
  struct Lookup {
    Run* run = nullptr;  // null: refused
    Refusal refusal = Refusal::None;
  };

  RunTable(std::size_t max_runs, RunLimits limits);

  // The run of `identity`, made if it is new.
  Lookup open(const RunIdentity& identity, const std::string& watch);
  [[nodiscard]] Run* find(const std::string& key);
  // Puts a restored run in place. False: refused for the bound.
  bool restore(Run run);
  void erase(const std::string& key);
  void set_max_runs(std::size_t max_runs) { max_runs_ = max_runs; }

  [[nodiscard]] std::map<std::string, std::unique_ptr<Run>>& runs() { return runs_; }
  [[nodiscard]] const std::map<std::string, std::unique_ptr<Run>>& runs() const { return runs_; }

 private:
  std::size_t max_runs_;
  RunLimits limits_;
  std::map<std::string, std::unique_ptr<Run>> runs_;  // by identity key
};

}  // namespace steptail::run
