#pragma once

#include <bitset>
#include <cstdint>

#include "base/codec.h"
#include "run/event_sum.h"
#include "run/fold_line.h"
#include "run/iteration_times.h"
#include "run/labelled_fold.h"
#include "run/outlook.h"
#include "run/run_data.h"
#include "run/series_budget.h"

namespace steptail::run {

// Folds the numbers of a record into what is exported: gauges as last said, counters, iteration
// times and labelled series.
//
// A repeated progress line gives gauges alone; keys that a format sums count on every line.
// Counters are absolute and held at their highest; with `sum` they add, until the log prints an
// absolute one. Negative and non-finite addends are refused and counted.
class ValueFold {
 public:
  explicit ValueFold(std::size_t most_series) : budget_(most_series) {}

  void begin_attempt();
  // Another state lies between: no iteration time is derived across it.
  void interrupted() { times_.interrupted(); }
  void take(const FoldLine& line, RunData& data);
  // The time between two progress lines, by arrival or print: the pace where none is printed.
  void note_interval(double seconds_per_iteration);

  [[nodiscard]] std::uint64_t refused_series() const { return budget_.refused(); }
  [[nodiscard]] std::uint64_t refused_sums() const { return refused_sums_; }

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in, const RunData& data);  // after `data`

 private:
  // `number`: of the value in its record.
  void take_one(const format::Value& value, std::size_t number, const FoldLine& line,
                RunData& data);
  void take_gauge(const format::Value& value, const FoldLine& line, RunData& data);
  void take_counter(const format::Value& value, const FoldLine& line, RunData& data);
  void take_events(EventSum& events, double& total, const format::Value& value,
                   const FoldLine& line);
  void take_step(const FoldLine& line, RunData& data);
  void take_iteration_seconds(double seconds, const FoldLine& line, RunData& data);
  void derive_time(const FoldLine& line, RunData& data);
  static void draw(const FoldLine& line, RunData& data);
  static void draw_more(const FoldLine& line, RunData& data);
  static void draw_rate(const FoldLine& line, double x, RunData& data);
  static void draw_validation(const FoldLine& line, RunData& data);
  void set(format::Field field, double number, RunData& data);

  SeriesBudget budget_;
  LabelledFold labelled_;
  IterationTimes times_;
  Outlook outlook_;
  EventSum skipped_, nonfinite_;
  std::bitset<format::kFieldCount> absolute_;  // counters that the log prints as totals
  std::uint64_t refused_sums_ = 0;
};

}  // namespace steptail::run
