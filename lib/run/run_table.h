#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/prefetch.h"
#include "base/time.h"
#include "run/run_identity.h"
#include "run/run_state.h"
#include "run/stall_clock.h"

namespace steptail::run {

// One run of the table, and what the pipeline must know to export it.
struct Run {
  std::uint64_t number = 0;  // no other run of the table has or had it
  RunIdentity identity;
  std::string watch;  // the entry that owns it
  RunState state;
  base::WallTime modified{};     // newest modification time of its files
  base::WallTime last_byte{};    // last arrival of a byte
  std::uint64_t told_bytes = 0;  // all that was ever read of its files
  StallStatus stall{};           // as of the last time that all runs were judged
  bool changed = true;           // since the last snapshot
  bool unsaved = true;           // since `saved` was made
  std::string saved{};           // its record in a checkpoint
};

// Every run of one shard, by watch entry and identity: entries know nothing of each other, and
// which of two equal identities a page shows is the page's to say. Bounded: past `max_runs` a new
// one is refused. Thread: the shard's. Lifetime: a Run stays where it is until erased.
class RunTable {
 public:
  RunTable(std::size_t max_runs, RunLimits limits);

  [[nodiscard]] static std::string key_of(const std::string& watch, const RunIdentity& identity);

  // The run of `identity`, made if it is new. Null: refused.
  Run* open(const std::string& watch, const RunIdentity& identity);
  [[nodiscard]] Run* find(const std::string& key) const;  // null: not here
  // Puts a restored run in place. False: refused for the bound.
  bool restore(Run run);
  void erase(const std::string& key);
  // The run belongs to another entry from now on; its key changes. REQUIRES: both as said.
  void give(const std::string& key, const std::string& watch);
  void set_max_runs(std::size_t max_runs) { max_runs_ = max_runs; }

  // All of them in the order of runs(), for who looks at thousands each second: side by side. Valid
  // until a run comes, leaves or is given away.
  struct Listed {
    const std::string* key;
    Run* run;
  };
  [[nodiscard]] const std::vector<Listed>& listed() const;
  // For who has come to this place of listed(): has the processor fetch the run that comes soon.
  void fetch_ahead(std::size_t place) const {
    constexpr std::size_t kAhead = 4;
    if (place + kAhead < listed_.size()) base::prefetch(listed_[place + kAhead].run);
  }

  [[nodiscard]] const std::map<std::string, std::unique_ptr<Run>>& runs() const { return runs_; }

 private:
  std::size_t max_runs_;
  RunLimits limits_;
  std::uint64_t last_number_ = 0;
  std::map<std::string, std::unique_ptr<Run>> runs_;  // by key_of()
  mutable std::vector<Listed> listed_;                // empty: to be made anew
};

}  // namespace steptail::run
