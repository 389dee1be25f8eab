#include "pipeline/publisher.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "metrics/label_text.h"

namespace steptail::pipeline {
namespace {

bool same(const run::StallStatus& a, const run::StallStatus& b) {
  return a.stalled == b.stalled && a.timeout == b.timeout && a.interval == b.interval;
}

}  // namespace

// known_ holds the runs of the table, in its order, with what was shown of them.
void Publisher::align(const run::RunTable& table) {
  const auto is_known = [](const auto& entry, const Known& known) {
    return entry.second.get() == known.run;
  };
  if (std::equal(table.runs().begin(), table.runs().end(), known_.begin(), known_.end(),
                 is_known)) {
    return;
  }
  std::unordered_map<const run::Run*, Snapshot> last;
  for (Known& known : known_) last.emplace(known.run, std::move(known.last));
  known_.clear();
  for (const auto& [key, run] : table.runs()) known_.push_back({run.get(), last[run.get()]});
}

Publisher::Snapshot Publisher::snapshot_of(run::Run& run, const run::StallStatus& stall,
                                           const Snapshot& last, base::WallTime taken) {
  if (last && !run.changed && same(stall, last->stall)) return last;
  // A new run may lie where one was that is gone.
  const bool same_run = last && last->identity == run.identity;
  auto next = std::make_shared<metrics::RunSnapshot>();
  next->identity = run.identity;
  next->id = same_run ? last->id : metrics::run_id(run.identity);
  next->label_text = same_run ? last->label_text : metrics::render_identity(run.identity);
  next->data = run.state.data();
  next->stall = stall;
  next->watch = run.watch;
  next->changed = taken;
  run.changed = false;
  return next;
}

void Publisher::collect(run::RunTable& table, const OptionsOf& options_of, const Hidden& hidden,
                        base::MonoTime now, metrics::ShardSnapshot& snapshot) {
  align(table);
  next_stall_ = base::MonoTime::max();
  std::uint64_t refused_series = 0;
  std::uint64_t refused_sums = 0;
  std::vector<Snapshot> shown;
  shown.reserve(known_.size());
  auto known = known_.begin();
  for (auto& [key, run] : table.runs()) {
    Snapshot& last = (known++)->last;
    refused_series += run->state.refused_series();
    refused_sums += run->state.refused_sums();
    if (!hidden.left.empty() && hidden.left.contains(key)) continue;
    if (!hidden.withheld.empty() && hidden.withheld.contains(key)) {
      snapshot.withheld.emplace_back(metrics::render_identity(run->identity), run->watch);
      continue;
    }
    run::StallStatus stall = run->state.stall(now, options_of(*run));
    if (!stall.stalled && stall.timeout && run->state.data().start) {
      next_stall_ = std::min(next_stall_, run->state.data().last_progress_mono + *stall.timeout);
    }
    last = snapshot_of(*run, stall, last, snapshot.taken);
    shown.push_back(last);
  }
  snapshot.refused["series"] += refused_series;
  snapshot.refused["sums"] += refused_sums;
  sort(shown);
  snapshot.runs = std::move(shown);
}

// By label text. The order changes only when a run comes or goes.
void Publisher::sort(std::vector<Snapshot>& runs) {
  const auto has_label = [](const Snapshot& run, const std::string& label) {
    return run->label_text == label;
  };
  if (!std::equal(runs.begin(), runs.end(), labels_.begin(), labels_.end(), has_label)) {
    labels_.clear();
    for (const Snapshot& run : runs) labels_.push_back(run->label_text);
    order_.resize(runs.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::sort(order_.begin(), order_.end(),
              [this](std::size_t a, std::size_t b) { return labels_[a] < labels_[b]; });
  }
  std::vector<Snapshot> sorted;
  sorted.reserve(runs.size());
  for (std::size_t place : order_) sorted.push_back(std::move(runs[place]));
  runs = std::move(sorted);
}

}  // namespace steptail::pipeline
