#include "metrics/page_writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include "metrics/label_text.h"

namespace steptail::metrics {
namespace {

constexpr std::string_view kTotal = "_total";

std::string_view type_name(MetricType type) {
  switch (type) {
    case MetricType::Gauge:
      return "gauge";
    case MetricType::Counter:
      return "counter";
    case MetricType::Summary:
      return "summary";
  }
  return "unknown";
}

// OpenMetrics names a family of counters without the suffix of its series.
std::string_view family_name(const Metric& metric, PageFormat format) {
  if (format == PageFormat::OpenMetrics100 && metric.type == MetricType::Counter) {
    return metric.name.substr(0, metric.name.size() - kTotal.size());
  }
  return metric.name;
}

void append_line(std::string& page, std::string_view keyword, std::string_view name,
                 std::string_view text) {
  page += "# ";
  page += keyword;
  page += ' ';
  page += name;
  page += ' ';
  page += text;
  page += '\n';
}

}  // namespace

void append_number(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value > 0 ? "+Inf" : "-Inf";
  } else {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    out.append(text.data(), end.ptr);
  }
}

void PageWriter::begin(const Metric& metric) {
  metric_ = &metric;
  head_written_ = false;
}

void PageWriter::head() {
  head_written_ = true;
  const std::string_view name = family_name(*metric_, format_);
  append_line(page_, "HELP", name, metric_->help);
  append_line(page_, "TYPE", name, type_name(metric_->type));
  if (format_ == PageFormat::OpenMetrics100 && !metric_->unit.empty()) {
    append_line(page_, "UNIT", name, metric_->unit);
  }
}

void PageWriter::number(std::span<const Label> labels, double value) { series({}, labels, value); }

void PageWriter::summary(std::span<const Label> labels, double sum, double count) {
  series("_sum", labels, sum);
  series("_count", labels, count);
}

void PageWriter::series(std::string_view suffix, std::span<const Label> labels, double value) {
  if (!head_written_) head();
  page_ += metric_->name;
  page_ += suffix;
  char before = '{';
  if (!label_text_.empty()) {
    page_ += before;
    page_ += label_text_;
    before = ',';
  }
  for (const Label& label : labels) {
    if (label.value.empty()) continue;  // the same as none
    page_ += before;
    append_label(page_, label.name, label.value);
    before = ',';
  }
  if (before == ',') page_ += '}';
  page_ += ' ';
  append_number(page_, value);
  page_ += '\n';
}

}  // namespace steptail::metrics
