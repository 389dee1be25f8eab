#include "run/labelled_fold.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/letters.h"
#include "run/addend.h"

namespace steptail::run {

using format::Field;
using format::Value;

namespace {

std::string_view rank_of(const Value& value) {
  return value.field == Field::PhaseSeconds ? value.rank : std::string_view();
}
std::string_view stat_of(const Value& value) {
  return value.field == Field::PhaseSeconds ? value.stat : std::string_view();
}

}  // namespace

// all.size(): it is not there yet.
std::size_t LabelledFold::find(Table table, const std::vector<LabelledValue>& all,
                               const Value& value) {
  const std::string_view rank = rank_of(value);
  const std::string_view stat = stat_of(value);
  auto is_it = [&](const LabelledValue& entry) {
    return base::same_text(entry.label, value.label) && base::same_text(entry.rank, rank) &&
           base::same_text(entry.stat, stat);
  };
  Order& order = orders_[table];
  if (order.followers.size() < all.size() + 1) order.followers.resize(all.size() + 1, all.size());
  std::size_t& follower = order.followers[order.last];
  if (follower >= all.size() || !is_it(all[follower])) {
    follower = static_cast<std::size_t>(std::find_if(all.begin(), all.end(), is_it) - all.begin());
  }
  return follower;
}

LabelledValue* LabelledFold::series(Table table, std::vector<LabelledValue>& all,
                                    const Value& value, SeriesBudget& budget) {
  const std::size_t found = find(table, all, value);
  if (found == all.size()) {
    const std::string_view rank = rank_of(value);
    if (value.label.size() > kLongestLabel || rank.size() > kLongestLabel) {
      (void)budget.refuse();
      return nullptr;
    }
    if (!budget.admit(table == kPhases ? 3 : 1)) return nullptr;
    all.push_back({.label = std::string(value.label),
                   .rank = std::string(rank),
                   .stat = std::string(stat_of(value))});
  }
  orders_[table].last = found;
  return &all[found];
}

bool LabelledFold::take(const Value& value, const FoldLine& line, RunData& data,
                        SeriesBudget& budget) {
  LabelledValue* entry = nullptr;
  switch (value.field) {
    case Field::PhaseSeconds:
      return take_phase(value, line, data, budget);
    case Field::LossComponent:
      entry = series(kComponents, data.loss_components, value, budget);
      break;
    case Field::AccuracyRatio:
      entry = series(kAccuracies, data.accuracies, value, budget);
      break;
    case Field::MemoryBytes:
      entry = series(kMemory, data.memory, value, budget);
      break;
    default:
      if (value.sum) {
        if (!is_addend(value.number)) return false;
        entry = series(kCounted, data.counted, value, budget);
        if (entry != nullptr) entry->number += value.number;
        return true;
      }
      entry = series(kValues, data.values, value, budget);
      break;
  }
  if (entry != nullptr) entry->number = value.number;
  return true;
}

bool LabelledFold::take_phase(const Value& value, const FoldLine& line, RunData& data,
                              SeriesBudget& budget) {
  LabelledValue* entry = series(kPhases, data.phases, value, budget);
  if (entry == nullptr) return true;
  if (data.phase_durations.size() < data.phases.size()) {
    data.phase_durations.push_back(
        {.label = entry->label, .rank = entry->rank, .stat = entry->stat, .sum = {}});
    phase_advance_.push_back(0);
  }
  entry->number = value.number;
  if (!is_addend(value.number)) return false;
  auto index = static_cast<std::size_t>(entry - data.phases.data());
  DurationSum& sum = data.phase_durations[index].sum;
  double weight = 1;
  if (!line.record.per_step && line.format != nullptr) {
    if (phase_advance_[index] == line.format->advance) return true;
    phase_advance_[index] = line.format->advance;
    weight = line.format->weight;
  }
  sum.seconds += value.number * weight;
  sum.count += weight;
  return true;
}

void LabelledFold::save(base::ByteWriter& out) const {
  for (std::uint64_t advance : phase_advance_) out.u64(advance);
}

void LabelledFold::load(base::ByteReader& in, const RunData& data) {
  orders_ = {};
  phase_advance_.resize(data.phases.size());
  for (std::uint64_t& advance : phase_advance_) advance = in.u64();
}

}  // namespace steptail::run
