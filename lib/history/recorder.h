#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "format/record.h"
#include "history/sample_spill.h"
#include "metrics/metric.h"
#include "metrics/snapshot.h"
#include "run/labelled_table.h"

namespace steptail::history {

// Takes down what the series of one run's page are after its lines: a sample for every value that
// a line set, and for every other one that changed.
//
// Contract: a series has at most one sample a millisecond, later than the one before. One that
// would have the time of the one before comes a millisecond after it; past a second of such, and
// for what is dated before what was taken down, the newest value replaces the last one. With a
// resolution the last sample of each such stretch stays. What is said last is always the last
// sample. Thread: one. Cost: a look at each row of the catalogue; no allocation once the series are
// known.
class Recorder final : public metrics::SeriesSink {
 public:
  // `label_text`: of the run, rendered.
  Recorder(SampleSpill& spill, std::string label_text, base::Duration resolution);

  // From now on samples are of series with this label `attempt` more; 0: without.
  void use_lane(std::uint64_t attempt);
  // The values after a record; null: it was a late copy, or there was none.
  void values(const run::RunData& data, base::WallTime at, const format::Record* record);
  // What is there at any time, such as the state. Between lines it is said again, as a scrape would
  // find it, though it has not changed.
  enum class Moment : std::uint8_t { OfLine, BetweenLines };
  void life(const metrics::RunView& run, base::WallTime at, Moment moment);
  // Nothing more comes.
  void finish();

  // The disk is full, or the like.
  [[nodiscard]] const std::optional<base::Error>& error() const { return spill_.error(); }
  // Values that were taken over by a later one of the same moment.
  [[nodiscard]] std::uint64_t replaced() const { return replaced_; }
  [[nodiscard]] std::uint64_t samples() const { return samples_; }

  using SeriesSink::number;
  void number(std::span<const metrics::Label> labels, double value) override;
  void summary(std::span<const metrics::Label> labels, double sum, double count) override;

 private:
  struct Slot {
    std::vector<std::string> labels;  // values, as given
    SampleSpill::Id id = 0;
    std::size_t follower = 0;  // the series of its row that was looked at after this one
    std::uint64_t look = 0;    // that put its last sample there
    bool pending = false;
    Sample sample;
  };
  struct Row {
    std::vector<Slot> slots;            // a summary's count stands behind its sum
    std::size_t last = 0;               // looked at
    std::vector<std::size_t> by_place;  // slot of each series of a labelled table, where known
    std::size_t table_size = 0;         // when that was found: a new series may shadow one
  };
  using Lane = std::vector<Row>;

  void rest();
  void begin_look(const metrics::RunView& run, base::WallTime at);
  // Takes down the series of a row of the catalogue, or the one for a labelled value.
  void look_at(const metrics::RunView& run, std::size_t row);
  void look_at(const metrics::RunView& run, const format::Value& value);
  [[nodiscard]] bool said() const;
  [[nodiscard]] Slot new_slot(std::string_view suffix, std::span<const metrics::Label> labels);
  // The first of as many slots as there are suffixes.
  [[nodiscard]] Slot* slots_of(std::span<const metrics::Label> labels,
                               std::span<const std::string_view> suffixes);
  [[nodiscard]] std::size_t find(std::span<const metrics::Label> labels,
                                 std::span<const std::string_view> suffixes);
  void take(Slot& slot, double value);
  void put(Slot& slot, double value);

  SampleSpill& spill_;
  std::string label_text_;
  std::int64_t resolution_ms_;
  // Rows of the catalogue: of the run's life; for each field without labels, as bits; by table.
  std::vector<std::size_t> life_rows_;
  std::vector<std::pair<std::uint64_t, std::size_t>> field_rows_;
  std::array<std::vector<std::size_t>, run::kLabelledTables> table_rows_;
  std::array<run::SeriesOrder, run::kLabelledTables> orders_;
  std::map<std::uint64_t, Lane> lanes_;
  std::string attempt_;  // label of the lane in use; empty: none
  Lane* lane_ = nullptr;

  // Of the look at hand.
  const format::Record* record_ = nullptr;
  const run::RunData* data_ = nullptr;
  bool again_ = false;  // between lines
  bool all_ = true;     // the lane is new: it has said nothing yet
  std::int64_t now_ms_ = 0;
  std::uint64_t look_ = 0;
  std::size_t row_ = 0;
  std::optional<std::size_t> place_;    // in the table of the row
  std::optional<format::Field> field_;  // of the row

  std::uint64_t replaced_ = 0;
  std::uint64_t samples_ = 0;
};

}  // namespace steptail::history
