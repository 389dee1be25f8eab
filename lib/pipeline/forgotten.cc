#include "pipeline/forgotten.h"

#include <utility>

namespace steptail::pipeline {

void Forgotten::salvage(std::string_view payload) {
  if (!before_.empty()) return;
  if (auto told = salvage_told_bytes(payload)) before_ = std::move(*told);
}

void Forgotten::count(const run::RunTable& runs, std::map<std::string, EntryCounters>& counters) {
  if (before_.empty()) return;
  ToldBytes now;
  for (const auto& [key, run] : runs.runs()) now[run->watch] += run->told_bytes;
  for (const auto& [watch, before] : std::exchange(before_, {})) {
    auto entry = counters.find(watch);
    if (entry == counters.end() || before <= now[watch]) continue;
    entry->second.files.lost_bytes["checkpoint"] += before - now[watch];
  }
}

}  // namespace steptail::pipeline
