#include "run/run_table.h"

#include <cassert>
#include <utility>

namespace steptail::run {

RunTable::RunTable(std::size_t max_runs, RunLimits limits) : max_runs_(max_runs), limits_(limits) {}

std::string RunTable::key_of(const std::string& watch, const RunIdentity& identity) {
  return std::to_string(watch.size()) + ":" + watch + identity.key();
}

Run* RunTable::open(const std::string& watch, const RunIdentity& identity) {
  std::string key = key_of(watch, identity);
  if (auto found = runs_.find(key); found != runs_.end()) return found->second.get();
  if (runs_.size() >= max_runs_) return nullptr;
  auto run = std::make_unique<Run>();
  run->number = ++last_number_;
  run->identity = identity;
  run->watch = watch;
  run->state = RunState(limits_);
  Run* raw = run.get();
  listed_.clear();
  runs_.emplace(std::move(key), std::move(run));
  return raw;
}

Run* RunTable::find(const std::string& key) const {
  auto found = runs_.find(key);
  return found == runs_.end() ? nullptr : found->second.get();
}

bool RunTable::restore(Run run) {
  if (runs_.size() >= max_runs_) return false;
  run.number = ++last_number_;
  std::string key = key_of(run.watch, run.identity);
  listed_.clear();
  runs_.insert_or_assign(std::move(key), std::make_unique<Run>(std::move(run)));
  return true;
}

void RunTable::give(const std::string& key, const std::string& watch) {
  listed_.clear();
  auto run = runs_.extract(key);
  assert(!run.empty());
  run.mapped()->watch = watch;
  run.mapped()->changed = run.mapped()->unsaved = true;
  run.key() = key_of(watch, run.mapped()->identity);
  [[maybe_unused]] auto place = runs_.insert(std::move(run));
  assert(place.inserted);
}

void RunTable::erase(const std::string& key) {
  listed_.clear();
  runs_.erase(key);
}

const std::vector<RunTable::Listed>& RunTable::listed() const {
  if (listed_.empty()) {
    listed_.reserve(runs_.size());
    for (const auto& [key, run] : runs_) listed_.push_back({.key = &key, .run = run.get()});
  }
  return listed_;
}

}  // namespace steptail::run
