#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "format/record.h"
#include "run/run_data.h"
#include "run/series_key.h"

namespace steptail::run {

// The tables of a run that hold a number for each label.
enum class LabelledTable : std::uint8_t {
  LossComponents,
  Accuracies,
  Phases,
  Memory,
  Values,
  Counted
};
inline constexpr std::size_t kLabelledTables = 6;

// The table that a labelled value is folded into.
[[nodiscard]] inline LabelledTable table_of(const format::Value& value) {
  switch (value.field) {
    case format::Field::LossComponent:
      return LabelledTable::LossComponents;
    case format::Field::AccuracyRatio:
      return LabelledTable::Accuracies;
    case format::Field::PhaseSeconds:
      return LabelledTable::Phases;
    case format::Field::MemoryBytes:
      return LabelledTable::Memory;
    default:
      return value.sum ? LabelledTable::Counted : LabelledTable::Values;
  }
}

// `data`: RunData, const or not.
template <typename Data>
[[nodiscard]] auto& series_of(Data& data, LabelledTable table) {
  switch (table) {
    case LabelledTable::LossComponents:
      return data.loss_components;
    case LabelledTable::Accuracies:
      return data.accuracies;
    case LabelledTable::Phases:
      return data.phases;
    case LabelledTable::Memory:
      return data.memory;
    case LabelledTable::Values:
      return data.values;
    default:
      return data.counted;
  }
}

// Finds the series of a table by what came before: lines have few shapes, so that one series mostly
// follows the same other one. Thread: one. Cost: a comparison a value, mostly.
class SeriesOrder {
 public:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  // Where the series is in its table, which only grows; kNone: it is not there.
  [[nodiscard]] std::size_t find(const std::vector<LabelledValue>& all, const SeriesKey& key) {
    if (last_ >= followers_.size()) followers_.resize(last_ + 1, kNone);
    std::size_t follower = followers_[last_];
    if (follower == kNone || !same_series(key_of(all[follower]), key)) {
      follower = search(all, key);
      if (follower == kNone) return kNone;
      followers_[last_] = follower;
    }
    last_ = follower;
    return follower;
  }

 private:
  [[nodiscard]] static std::size_t search(const std::vector<LabelledValue>& all,
                                          const SeriesKey& key);

  std::size_t last_ = 0;                // found
  std::vector<std::size_t> followers_;  // which one came after each
};

}  // namespace steptail::run
