#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace steptail::metrics {

// Summary: `_sum` and `_count` only, no quantiles.
enum class MetricType : std::uint8_t { Gauge, Counter, Summary };

// What a row of a catalogue says about its metric, for pages, collectors and docs/metrics.md.
struct Metric {
  std::string_view name;  // as a series is named on the text page: counters end in _total
  MetricType type = MetricType::Gauge;
  std::string_view unit;    // OpenMetrics unit, the last word of the name; empty: none
  std::string_view labels;  // extra ones, comma-separated: "phase,rank,stat"; optional ones too
  std::string_view help;    // one sentence with a full stop
};

// Counts are exact below 2^53.
constexpr double as_double(std::uint64_t count) { return static_cast<double>(count); }

// A label beside those of the run's identity. `value` is raw: whoever writes it cleans it.
struct Label {
  std::string_view name;
  std::string_view value;
};

// Of a series: its value, or its sum and count.
struct Numbers {
  double value = 0;
  double count = 0;
};

// Takes the series of one metric, one after the other: the page writer and the collector.
class SeriesSink {
 public:
  virtual ~SeriesSink() = default;
  // A gauge or a counter.
  virtual void number(std::span<const Label> labels, double value) = 0;
  virtual void summary(std::span<const Label> labels, double sum, double count) = 0;

  void number(double value) { number(std::span<const Label>{}, value); }
};

}  // namespace steptail::metrics
