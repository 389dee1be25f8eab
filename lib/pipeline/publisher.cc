#include "pipeline/publisher.h"

#include <algorithm>

#include "metrics/label_text.h"

namespace steptail::pipeline {
namespace {

bool same(const run::StallStatus& a, const run::StallStatus& b) {
  return a.stalled == b.stalled && a.timeout == b.timeout && a.interval == b.interval;
}

}  // namespace

std::string Publisher::label_text_of(const std::string& key, const run::RunIdentity& identity) {
  std::string text = metrics::render_identity(identity, false);
  auto [owner, fresh] = owners_.emplace(text, key);
  if (fresh || owner->second == key) return text;
  text = metrics::render_identity(identity, true);
  owners_.emplace(text, key);
  return text;
}

std::vector<std::shared_ptr<const metrics::RunSnapshot>> Publisher::collect(
    run::RunTable& table, const OptionsOf& options, const std::set<std::string>& held,
    base::MonoTime now, base::WallTime taken) {
  std::vector<std::shared_ptr<const metrics::RunSnapshot>> runs;
  runs.reserve(table.runs().size());
  for (auto& [key, run] : table.runs()) {
    if (held.contains(key)) continue;
    auto stall_options = options.find(run->watch);
    run::StallStatus stall = run->state.stall(
        now, stall_options == options.end() ? run::StallOptions{} : stall_options->second);
    std::shared_ptr<const metrics::RunSnapshot>& last = last_[key];
    if (!last || run->changed || !same(stall, last->stall)) {
      auto next = std::make_shared<metrics::RunSnapshot>();
      next->identity = run->identity;
      next->id = last ? last->id : metrics::run_id(run->identity);
      next->label_text = last ? last->label_text : label_text_of(key, run->identity);
      next->data = run->state.data();
      next->stall = stall;
      next->watch = run->watch;
      next->changed = taken;
      last = std::move(next);
      run->changed = false;
    }
    runs.push_back(last);
  }
  std::sort(runs.begin(), runs.end(),
            [](const auto& a, const auto& b) { return a->label_text < b->label_text; });
  return runs;
}

void Publisher::forget(const std::string& key) {
  last_.erase(key);
  std::erase_if(owners_, [&](const auto& owner) { return owner.second == key; });
}

}  // namespace steptail::pipeline
