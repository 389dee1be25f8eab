#include "run/labelled_fold.h"

#include <algorithm>
#include <string>

#include "run/addend.h"
#include "run/series_key.h"

namespace steptail::run {

using format::Field;
using format::Value;

std::size_t LabelledFold::series(Table table, std::vector<LabelledValue>& all, const Value& value,
                                 SeriesBudget& budget) {
  Order& order = orders_[table];
  if (order.last >= order.followers.size()) order.followers.resize(order.last + 1, kNone);
  std::size_t& follower = order.followers[order.last];
  if (follower == kNone || !same_series(key_of(all[follower]), key_of(value))) {
    follower = find_series(table, all, value, budget);
  }
  if (follower != kNone) order.last = follower;
  return follower;
}

// Apart from series(), which is for every value: this is for the few that do not follow.
[[gnu::noinline]] std::size_t LabelledFold::find_series(Table table,
                                                        std::vector<LabelledValue>& all,
                                                        const Value& value, SeriesBudget& budget) {
  const auto found =
      std::find_if(all.begin(), all.end(), [key = key_of(value)](const LabelledValue& entry) {
        return same_series(key_of(entry), key);
      });
  if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
  return begin_series(table, all, value, budget);
}

std::size_t LabelledFold::begin_series(Table table, std::vector<LabelledValue>& all,
                                       const Value& value, SeriesBudget& budget) {
  const SeriesKey key = key_of(value);
  if (key.label.size() > kLongestLabel || key.rank.size() > kLongestLabel) {
    (void)budget.refuse();
    return kNone;
  }
  if (!budget.admit(table == kPhases ? 3 : 1)) return kNone;
  all.push_back({.label = std::string(key.label),
                 .rank = std::string(key.rank),
                 .stat = std::string(key.stat)});
  return all.size() - 1;
}

bool LabelledFold::take(const Value& value, const FoldLine& line, RunData& data,
                        SeriesBudget& budget) {
  const auto set = [&](Table table, std::vector<LabelledValue>& all) {
    const std::size_t index = series(table, all, value, budget);
    if (index != kNone) all[index].number = value.number;
  };
  switch (value.field) {
    case Field::PhaseSeconds:
      return take_phase(value, line, data, budget);
    case Field::LossComponent:
      set(kComponents, data.loss_components);
      break;
    case Field::AccuracyRatio:
      set(kAccuracies, data.accuracies);
      break;
    case Field::MemoryBytes:
      set(kMemory, data.memory);
      break;
    default:
      if (value.sum) return take_counted(value, data, budget);
      set(kValues, data.values);
      break;
  }
  return true;
}

bool LabelledFold::take_counted(const Value& value, RunData& data, SeriesBudget& budget) {
  if (!is_addend(value.number)) return false;
  const std::size_t index = series(kCounted, data.counted, value, budget);
  if (index != kNone) data.counted[index].number += value.number;
  return true;
}

bool LabelledFold::take_phase(const Value& value, const FoldLine& line, RunData& data,
                              SeriesBudget& budget) {
  const std::size_t index = series(kPhases, data.phases, value, budget);
  if (index == kNone) return true;
  LabelledValue& phase = data.phases[index];
  phase.number = value.number;
  if (index == phase_advance_.size()) {
    data.phase_durations.push_back(
        {.label = phase.label, .rank = phase.rank, .stat = phase.stat, .sum = {}});
    phase_advance_.push_back(0);
  }
  if (!is_addend(value.number)) return false;
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
