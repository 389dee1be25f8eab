#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "metrics/metric.h"
#include "metrics/page.h"

namespace steptail::metrics {

// Writes the series of one metric after the other onto a page. TYPE and HELP come with the first
// series, so that a metric without series leaves no trace.
// Contract: begin(metric), then series of runs, each after run(label_text); daemon's own with
// run(""). Cost: appends only; no allocation beyond the page's own growth.
class PageWriter final : public SeriesSink {
 public:
  PageWriter(std::string& page, PageFormat format) : page_(page), format_(format) {}

  void begin(const Metric& metric);
  // Labels that every series carries until the next call, rendered: `run="x",user="y"`. The view
  // must live until then.
  void run(std::string_view label_text) { label_text_ = label_text; }

  using SeriesSink::number;
  void number(std::span<const Label> labels, double value) override;
  void summary(std::span<const Label> labels, double sum, double count) override;

 private:
  void series(std::string_view suffix, std::span<const Label> labels, double value);

  std::string& page_;
  PageFormat format_;
  const Metric* metric_ = nullptr;
  bool head_written_ = false;
  std::string_view label_text_;
};

// Appends HELP, TYPE and, on an OpenMetrics page, UNIT of a family.
void append_head(std::string& out, const Metric& metric, PageFormat format);

// Appends `name_suffix{run="x",label="y"}`: a series as it stands on a page before its number.
void append_series(std::string& out, std::string_view name, std::string_view suffix,
                   std::string_view label_text, std::span<const Label> labels);

// Appends the shortest text that reads back as `value`; NaN, +Inf, -Inf. Or writes it where there
// is room for kLongestNumber bytes, and returns its end.
inline constexpr std::size_t kLongestNumber = 32;
[[nodiscard]] char* write_number(char* out, double value);
void append_number(std::string& out, double value);

}  // namespace steptail::metrics
