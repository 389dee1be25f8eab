#include "run/run_table.h"

#include <utility>

namespace steptail::run {

RunTable::RunTable(std::size_t max_runs, RunLimits limits) : max_runs_(max_runs), limits_(limits) {}

RunTable::Lookup RunTable::open(const RunIdentity& identity, const std::string& watch) {
  std::string key = identity.key();
  if (auto found = runs_.find(key); found != runs_.end()) {
    if (found->second->watch != watch) return {.run = nullptr, .refusal = Refusal::Identity};
    return {.run = found->second.get()};
  }
  if (runs_.size() >= max_runs_) return {.run = nullptr, .refusal = Refusal::Runs};
  auto run = std::make_unique<Run>();
  run->identity = identity;
  run->watch = watch;
  run->state = RunState(limits_);
  Run* raw = run.get();
  runs_.emplace(std::move(key), std::move(run));
  return {.run = raw};
}

Run* RunTable::find(const std::string& key) {
  auto found = runs_.find(key);
  return found == runs_.end() ? nullptr : found->second.get();
}

bool RunTable::restore(Run run) {
  if (runs_.size() >= max_runs_) return false;
  std::string key = run.identity.key();
  runs_.insert_or_assign(std::move(key), std::make_unique<Run>(std::move(run)));
  return true;
}

void RunTable::erase(const std::string& key) { runs_.erase(key); }

}  // namespace steptail::run
