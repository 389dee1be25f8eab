#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace steptail::support {

// Name and value, in the order of the page.
using SampleLabels = std::vector<std::pair<std::string, std::string>>;

struct Sample {
  std::string name;
  SampleLabels labels;
  double value = 0;
  std::string number;  // as written

  // Whether it has all of these labels, with these values.
  [[nodiscard]] bool has(const SampleLabels& wanted) const;
  // `name{a="b"}` with the labels sorted: equal for equal series.
  [[nodiscard]] std::string key() const;
};

struct Family {
  std::string name;  // as TYPE names it: OpenMetrics counters without _total
  std::string type;
  std::string help;
  std::string unit;
  std::vector<Sample> samples;
};

// A page of metrics, read strictly.
struct Exposition {
  std::vector<Family> families;

  [[nodiscard]] const Family* family(std::string_view name) const;  // null: none
  [[nodiscard]] std::vector<const Sample*> find(std::string_view name,
                                                const SampleLabels& labels = {}) const;
  // The value of the one series that has these labels; nullopt: none or several.
  [[nodiscard]] std::optional<double> value(std::string_view name,
                                            const SampleLabels& labels = {}) const;
};

// Foreign: text 0.0.4 as other programs write it: numbers need not be shortest, labels not sorted.
enum class ExpositionFormat : std::uint8_t { Text004, OpenMetrics100, Foreign };

// Reads a page and finds what Prometheus, promtool or people would stumble over: families that are
// not contiguous or lack HELP, TYPE or samples; series twice; names, labels, escapes, UTF-8 and
// numbers that are not as they should be; timestamps; counters below zero; summaries without both
// halves; labels out of order (identity sorted, then the metric's own sorted); blank lines; a
// missing or misplaced # EOF.
// Errors: the first one, with its line.
[[nodiscard]] base::Result<Exposition> parse_exposition(std::string_view page,
                                                        ExpositionFormat format);

}  // namespace steptail::support
