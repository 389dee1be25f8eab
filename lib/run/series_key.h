#pragma once

#include <string_view>

#include "base/letters.h"
#include "format/record.h"

namespace steptail::run {

// What tells the series of a labelled field from each other: of a phase the rank and the statistic
// too, of the others the label alone.
// Lifetime: of what it was made of.
struct SeriesKey {
  std::string_view label;
  std::string_view rank;
  std::string_view stat;
};

[[nodiscard]] inline SeriesKey key_of(const format::Value& value) {
  if (value.field != format::Field::PhaseSeconds) return {.label = value.label};
  return {.label = value.label, .rank = value.rank, .stat = value.stat};
}

// Of a LabelledValue or a PhaseSum.
template <typename Item>
[[nodiscard]] SeriesKey key_of(const Item& item) {
  return {.label = item.label, .rank = item.rank, .stat = item.stat};
}

[[nodiscard]] inline bool same_series(const SeriesKey& a, const SeriesKey& b) {
  return base::same_text(a.label, b.label) && base::same_text(a.rank, b.rank) &&
         base::same_text(a.stat, b.stat);
}

}  // namespace steptail::run
