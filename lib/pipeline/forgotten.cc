#include "pipeline/forgotten.h"

#include <utility>

namespace steptail::pipeline {

ToldBytes Forgotten::told_bytes(const run::RunTable& runs) {
  ToldBytes told;
  auto of = told.end();  // runs of one entry follow each other
  for (const auto& [key, run] : runs.runs()) {
    if (of == told.end() || of->first != run->watch) of = told.try_emplace(run->watch, 0).first;
    of->second += run->told_bytes;
  }
  return told;
}

void Forgotten::salvage(std::string_view payload) {
  if (!before_.empty()) return;
  if (auto told = salvage_told_bytes(payload)) before_ = std::move(*told);
}

void Forgotten::count(const run::RunTable& runs, std::map<std::string, EntryCounters>& counters) {
  if (before_.empty()) return;
  ToldBytes now = told_bytes(runs);
  for (const auto& [watch, before] : std::exchange(before_, {})) {
    auto entry = counters.find(watch);
    if (entry == counters.end() || before <= now[watch]) continue;
    entry->second.files.lost_bytes["checkpoint"] += before - now[watch];
  }
}

}  // namespace steptail::pipeline
