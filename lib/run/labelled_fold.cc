#include "run/labelled_fold.h"

#include <string>

#include "run/addend.h"
#include "run/series_key.h"

namespace steptail::run {

using format::Value;

std::size_t LabelledFold::series(LabelledTable table, const Value& value, std::size_t number,
                                 RunData& data, SeriesBudget& budget) {
  if (at_hand_.empty()) return find_series(table, value, data, budget);
  std::size_t& known = at_hand_[number];
  if (known >= series_of(data, table).size()) known = find_series(table, value, data, budget);
  return known;
}

std::size_t LabelledFold::find_series(LabelledTable table, const Value& value, RunData& data,
                                      SeriesBudget& budget) {
  const SeriesKey key = key_of(value);
  const std::size_t index =
      orders_[static_cast<std::size_t>(table)].find(series_of(data, table), key);
  return index != kNone ? index : begin_series(table, key, data, budget);
}

[[gnu::noinline]] std::size_t LabelledFold::begin_series(LabelledTable table, const SeriesKey& key,
                                                         RunData& data, SeriesBudget& budget) {
  if (key.label.size() > kLongestLabel || key.rank.size() > kLongestLabel) {
    (void)budget.refuse();
    return kNone;
  }
  if (!budget.admit(table == LabelledTable::Phases ? 3 : 1)) return kNone;
  std::vector<LabelledValue>& all = series_of(data, table);
  all.push_back({.label = std::string(key.label),
                 .rank = std::string(key.rank),
                 .stat = std::string(key.stat)});
  return all.size() - 1;
}

bool LabelledFold::take(const Value& value, std::size_t number, const FoldLine& line, RunData& data,
                        SeriesBudget& budget) {
  const LabelledTable table = table_of(value);
  const bool counts = table == LabelledTable::Counted;
  if (counts && !is_addend(value.number)) return false;
  const std::size_t index = series(table, value, number, data, budget);
  if (index == kNone) return true;
  LabelledValue& said = series_of(data, table)[index];
  said.number = counts ? said.number + value.number : value.number;
  return table != LabelledTable::Phases || take_phase(said, index, line, data);
}

bool LabelledFold::take_phase(const LabelledValue& phase, std::size_t index, const FoldLine& line,
                              RunData& data) {
  if (index == phase_advance_.size()) {
    data.phase_durations.push_back(
        {.label = phase.label, .rank = phase.rank, .stat = phase.stat, .sum = {}});
    phase_advance_.push_back(0);
  }
  if (!is_addend(phase.number)) return false;
  DurationSum& sum = data.phase_durations[index].sum;
  double weight = 1;
  if (!line.record.per_step && line.format != nullptr) {
    if (phase_advance_[index] == line.format->advance) return true;
    phase_advance_[index] = line.format->advance;
    weight = line.format->weight;
  }
  sum.add(phase.number, weight);
  return true;
}

void LabelledFold::save(base::ByteWriter& out) const {
  for (std::uint64_t advance : phase_advance_) out.u64(advance);
}

void LabelledFold::load(base::ByteReader& in, const RunData& data) {
  record_series_ = {};
  orders_ = {};
  phase_advance_.resize(data.phases.size());
  for (std::uint64_t& advance : phase_advance_) advance = in.u64();
}

}  // namespace steptail::run
