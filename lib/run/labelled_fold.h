#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/codec.h"
#include "run/fold_line.h"
#include "run/run_data.h"
#include "run/series_budget.h"

namespace steptail::run {

// Folds labelled fields: the last number of each series, sums of counted keys, and the seconds of
// phases with the iterations that they cover.
// A phase weighs as much as the last progress line of its format (1 before the first of an attempt)
// and counts once for it, however many lines repeat it; lines of single steps weigh 1 each.
// Cost: series are looked for behind the one found last, so that lines of one shape cost a
// comparison a value.
class LabelledFold {
 public:
  static constexpr std::size_t kLongestLabel = 200;

  // False: refused as an addend (negative or not finite).
  [[nodiscard]] bool take(const format::Value& value, const FoldLine& line, RunData& data,
                          SeriesBudget& budget);

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in, const RunData& data);  // after `data`

 private:
  enum Table : std::size_t {
    kComponents,
    kAccuracies,
    kPhases,
    kMemory,
    kValues,
    kCounted,
    kTables
  };

  LabelledValue* series(Table table, std::vector<LabelledValue>& all, const format::Value& value,
                        SeriesBudget& budget);
  [[nodiscard]] bool take_phase(const format::Value& value, const FoldLine& line, RunData& data,
                                SeriesBudget& budget);

  std::array<std::size_t, kTables> next_{};   // where the next lookup starts
  std::vector<std::uint64_t> phase_advance_;  // the advance that each phase was last summed for
};

}  // namespace steptail::run
