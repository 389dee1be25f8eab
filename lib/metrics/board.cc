#include "metrics/board.h"

#include <algorithm>
#include <compare>
#include <iterator>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace steptail::metrics {
namespace {

// Smaller is shown: by the place of the entry in the configuration. Runs of entries that it does
// not name any more come last. The rest only makes claims differ.
struct Claim {
  std::size_t place = 0;
  std::size_t shard = 0;
  std::string_view watch;
  std::string_view id;
  auto operator<=>(const Claim&) const = default;
};

Claim claim_of(const ShardSnapshot& shard, std::size_t shard_index, std::string_view watch,
               std::string_view id) {
  auto place = shard.entry_places.find(watch);
  return {.place = place == shard.entry_places.end() ? std::numeric_limits<std::size_t>::max()
                                                     : place->second,
          .shard = shard_index,
          .watch = watch,
          .id = id};
}

using Owners = std::unordered_map<std::string_view, Claim>;

Owners find_owners(const Snapshots& published) {
  Owners owners;
  auto claim = [&](std::string_view label_text, const Claim& by) {
    auto [owner, fresh] = owners.emplace(label_text, by);
    if (!fresh && by < owner->second) owner->second = by;
  };
  for (std::size_t i = 0; i < published.size(); ++i) {
    if (!published[i]) continue;
    const ShardSnapshot& shard = *published[i];
    for (const auto& run : shard.runs) {
      claim(run->name->label_text, claim_of(shard, i, run->watch, run->name->id));
    }
    for (const auto& [label_text, watch] : shard.withheld) {
      claim(label_text, claim_of(shard, i, watch, {}));
    }
  }
  return owners;
}

std::string refusal_of(const RunSnapshot& run) { return run.name->id + '\n' + run.watch; }

}  // namespace

void Board::show(std::vector<Source> sources) {
  const base::MutexLock lock(mutex_);
  sources_ = std::move(sources);
  joined_of_.clear();
}

Snapshots Board::read() {
  const base::MutexLock lock(mutex_);
  Snapshots snapshots;
  snapshots.reserve(sources_.size());
  for (const Source& source : sources_) snapshots.push_back(source.cell->read());
  // A snapshot that is gone is none of those published now, wherever they lie in memory.
  const bool is_joined =
      std::equal(snapshots.begin(), snapshots.end(), joined_of_.begin(), joined_of_.end(),
                 [](const auto& now, const auto& then) { return now == then.lock(); });
  if (!is_joined) join(snapshots);
  for (std::size_t i = 0; i < snapshots.size(); ++i) {
    if (reduced_[i]) snapshots[i] = reduced_[i];
  }
  return snapshots;
}

void Board::join(const Snapshots& published) {
  const Owners owners = find_owners(published);
  std::set<std::string> refused;
  reduced_.assign(published.size(), nullptr);
  for (std::size_t i = 0; i < published.size(); ++i) {
    if (!published[i]) continue;
    const auto loses = [&](const std::shared_ptr<const RunSnapshot>& run) {
      return owners.at(run->name->label_text) !=
             claim_of(*published[i], i, run->watch, run->name->id);
    };
    const auto& runs = published[i]->runs;
    if (std::none_of(runs.begin(), runs.end(), loses)) continue;
    auto reduced = std::make_shared<ShardSnapshot>(*published[i]);
    for (const auto& run : runs) {
      if (loses(run)) refused.insert(refusal_of(*run));
    }
    std::vector<std::shared_ptr<const RunSnapshot>> shown;
    std::remove_copy_if(runs.begin(), runs.end(), std::back_inserter(shown), loses);
    reduced->runs = std::move(shown);
    reduced_[i] = std::move(reduced);
  }
  refused_ever_ += static_cast<std::uint64_t>(
      std::count_if(refused.begin(), refused.end(),
                    [this](const std::string& refusal) { return !refused_.contains(refusal); }));
  refused_ = std::move(refused);
  joined_of_.assign(published.begin(), published.end());
}

bool Board::ready() const {
  const base::MutexLock lock(mutex_);
  return std::all_of(sources_.begin(), sources_.end(), [](const Source& source) {
    const auto snapshot = source.cell->read();
    return (snapshot && snapshot->ready) || (source.answers && !source.answers());
  });
}

std::set<std::string> Board::hung_watches() const {
  const base::MutexLock lock(mutex_);
  std::set<std::string> watches;
  for (const Source& source : sources_) {
    if (source.answers && !source.answers()) {
      watches.insert(source.watches.begin(), source.watches.end());
    }
  }
  return watches;
}

std::uint64_t Board::refused_identities() const {
  const base::MutexLock lock(mutex_);
  return refused_ever_;
}

}  // namespace steptail::metrics
