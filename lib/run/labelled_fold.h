#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/codec.h"
#include "run/fold_line.h"
#include "run/labelled_table.h"
#include "run/record_series.h"
#include "run/run_data.h"
#include "run/series_budget.h"

namespace steptail::run {

// Folds labelled fields: the last number of each series, sums of counted keys, and the seconds of
// phases with the iterations that they cover.
// A phase weighs as much as the last progress line of its format (1 before the first of an attempt)
// and counts once for it, however many lines repeat it; lines of single steps weigh 1 each.
// Cost: where the series of a record of some wording are is remembered; of others, the one that
// followed the last one before is tried first.
class LabelledFold {
 public:
  static constexpr std::size_t kLongestLabel = 200;

  // Before the values of each record.
  void begin_record(const format::Record& record) { at_hand_ = record_series_.of(record); }
  // `number`: of the value in its record. False: refused as an addend (negative or not finite).
  [[nodiscard]] bool take(const format::Value& value, std::size_t number, const FoldLine& line,
                          RunData& data, SeriesBudget& budget);

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in, const RunData& data);  // after `data`

 private:
  static constexpr std::size_t kNone = SeriesOrder::kNone;

  // Where the value's series is in its table; kNone: there is no room for it.
  [[nodiscard]] std::size_t series(LabelledTable table, const format::Value& value,
                                   std::size_t number, RunData& data, SeriesBudget& budget);
  [[nodiscard]] std::size_t find_series(LabelledTable table, const format::Value& value,
                                        RunData& data, SeriesBudget& budget);
  [[nodiscard]] static std::size_t begin_series(LabelledTable table, const SeriesKey& key,
                                                RunData& data, SeriesBudget& budget);
  // `index`: of the phase in its table.
  [[nodiscard]] bool take_phase(const LabelledValue& phase, std::size_t index, const FoldLine& line,
                                RunData& data);

  RecordSeries record_series_{};
  std::span<std::size_t> at_hand_{};  // of the record that was begun last
  std::array<SeriesOrder, kLabelledTables> orders_{};
  std::vector<std::uint64_t> phase_advance_;  // the advance that each phase was last summed for
};

}  // namespace steptail::run
