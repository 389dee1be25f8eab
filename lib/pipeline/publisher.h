#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "metrics/snapshot.h"
#include "run/run_table.h"
#include "run/stall_clock.h"

namespace steptail::pipeline {

// Turns the run table into the immutable runs of a snapshot. A run that did not change since the
// last time is the same object.
// Thread: the shard's. Cost: a copy of each changed run.
class Publisher {
 public:
  // The stall options of a run's watch entry.
  using OptionsOf = std::map<std::string, run::StallOptions>;

  // `held`: identity keys that must not be shown yet. `taken`: of the snapshot. Sets Run::changed
  // to false.
  [[nodiscard]] std::vector<std::shared_ptr<const metrics::RunSnapshot>> collect(
      run::RunTable& table, const OptionsOf& options, const std::set<std::string>& held,
      base::MonoTime now, base::WallTime taken);

  void forget(const std::string& key);

 private:
  [[nodiscard]] std::string label_text_of(const std::string& key, const run::RunIdentity& identity);

  std::map<std::string, std::shared_ptr<const metrics::RunSnapshot>> last_;  // by identity key
  std::map<std::string, std::string> owners_;                                // label text to key
};

}  // namespace steptail::pipeline
