#include "pipeline/publisher.h"

#include <algorithm>
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
bool Publisher::align(const run::RunTable& table) {
  const auto& runs = table.listed();
  const auto is_known = [](const auto& listed, const Known& known) {
    return listed.run->number == known.run;
  };
  if (std::equal(runs.begin(), runs.end(), known_.begin(), known_.end(), is_known)) return true;
  std::unordered_map<std::uint64_t, Snapshot> last;
  for (Known& known : known_) last.emplace(known.run, std::move(known.last));
  known_.clear();
  for (const auto& [key, run] : runs) known_.push_back({run->number, last[run->number]});
  return false;
}

Publisher::Snapshot Publisher::snapshot_of(run::Run& run, const Snapshot& last,
                                           base::WallTime taken) {
  if (last && !run.changed && same(run.stall, last->stall)) return last;
  auto next = std::make_shared<metrics::RunSnapshot>();
  next->name = last ? last->name : metrics::name_run(run.identity);
  next->data = run.state.data();
  next->stall = run.stall;
  next->watch = run.watch;
  next->changed = taken;
  run.changed = false;
  return next;
}

void Publisher::collect(run::RunTable& table, const Hidden& hidden,
                        metrics::ShardSnapshot& snapshot) {
  bool same_runs = align(table);
  next_stall_ = base::MonoTime::max();
  std::uint64_t refused_series = 0;
  std::uint64_t refused_sums = 0;
  const auto& listed = table.listed();
  for (std::size_t place = 0; place < listed.size(); ++place) {
    table.fetch_ahead(place);
    const auto& [key, run] = listed[place];
    Known& known = known_[place];
    const bool left = !hidden.left.empty() && hidden.left.contains(*key);
    const bool withheld = !left && !hidden.withheld.empty() && hidden.withheld.contains(*key);
    const bool shown = !left && !withheld;
    same_runs = std::exchange(known.shown, shown) == shown && same_runs;
    refused_series += run->state.refused_series();
    refused_sums += run->state.refused_sums();
    if (shown) show(*run, known, snapshot.taken);
    if (withheld) {
      snapshot.withheld.emplace_back(metrics::render_identity(run->identity), run->watch);
    }
  }
  snapshot.refused["series"] += refused_series;
  snapshot.refused["sums"] += refused_sums;
  if (!same_runs) sort();
  std::vector<Snapshot> runs;
  runs.reserve(order_.size());
  for (std::size_t place : order_) runs.push_back(known_[place].last);
  snapshot.runs = std::move(runs);
}

void Publisher::show(run::Run& run, Known& known, base::WallTime taken) {
  if (!run.stall.stalled && run.stall.timeout && run.state.data().start) {
    next_stall_ = std::min(next_stall_, run.state.data().last_progress_mono + *run.stall.timeout);
  }
  known.last = snapshot_of(run, known.last, taken);
}

// By label text. The order changes only when a run comes or goes.
void Publisher::sort() {
  order_.clear();
  for (std::size_t place = 0; place < known_.size(); ++place) {
    if (known_[place].shown) order_.push_back(place);
  }
  std::stable_sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) {
    return known_[a].last->name->label_text < known_[b].last->name->label_text;
  });
}

}  // namespace steptail::pipeline
