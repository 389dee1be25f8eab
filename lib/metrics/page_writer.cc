#include "metrics/page_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/digits.h"
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

// Counts are what pages hold most of, and are written faster as what they are. Others than these
// may be shorter with an exponent. Null: it is none of these.
char* write_count(char* out, double value) {
  constexpr double kMost = 1e15;
  if (!(value > 0 && value < kMost)) return nullptr;
  const auto whole = static_cast<std::int64_t>(value);
  const bool has_no_exponent = whole < 100'000 || whole % 1000 != 0;
  if (static_cast<double>(whole) != value || !has_no_exponent) return nullptr;
  return base::write_digits(out, static_cast<std::uint64_t>(whole));
}

// Logs print few decimals, and such numbers are written faster as what they are: no other decimal
// of at most 15 digits reads back as the same number, and none of these is shorter with an
// exponent. Null: it is none of these.
template <int kDecimals>
char* write_decimals(char* out, double value) {
  static_assert(kDecimals == 3 || kDecimals == 6 || kDecimals == 9);
  constexpr std::int64_t kScale = kDecimals == 3   ? 1'000
                                  : kDecimals == 6 ? 1'000'000
                                                   : 1'000'000'000;
  constexpr double kLeast = 0.0001;
  constexpr double kMost = 1e15 / static_cast<double>(kScale);
  if (!(value >= kLeast && value < kMost)) return nullptr;
  const auto scaled = static_cast<std::int64_t>(value * static_cast<double>(kScale) + 0.5);
  if (static_cast<double>(scaled) / static_cast<double>(kScale) != value) return nullptr;
  const auto rest = static_cast<std::uint32_t>(scaled % kScale);
  if (rest == 0) return nullptr;
  out = base::write_digits(out, static_cast<std::uint64_t>(scaled / kScale));
  *out++ = '.';
  char* digits = out;
  if constexpr (kDecimals != 6) *digits++ = static_cast<char>('0' + rest / (kScale / 10));
  if constexpr (kDecimals == 3) {
    base::write_2_digits(digits, rest % 100);
  } else if constexpr (kDecimals == 6) {
    base::write_2_digits(digits, rest / 10'000);
    base::write_4_digits(digits + 2, rest % 10'000);
  } else {
    base::write_8_digits(digits, rest % 100'000'000);
  }
  const char* last = out + kDecimals - 1;
  while (*last == '0') --last;
  const std::ptrdiff_t count = last + 1 - out;
  const bool has_exponent = value < 0.001 && count == 4;  // 1e-04
  return has_exponent ? nullptr : out + count;
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

char* write_number(char* out, double value) {
  if (std::isnan(value)) return std::copy_n("NaN", 3, out);
  if (std::isinf(value)) return std::copy_n(value > 0 ? "+Inf" : "-Inf", 4, out);
  if (char* const end = write_count(out, value)) return end;
  constexpr double kMoment = 1e9;  // seconds since 1970, which have milliseconds
  if (value >= kMoment) {
    if (char* const end = write_decimals<3>(out, value)) return end;
  }
  if (char* const end = write_decimals<6>(out, value)) return end;
  if (char* const end = write_decimals<9>(out, value)) return end;
  return std::to_chars(out, out + kLongestNumber, value).ptr;
}

void append_number(std::string& out, double value) {
  std::array<char, kLongestNumber> text;
  out.append(text.data(), write_number(text.data(), value));
}

void append_head(std::string& out, const Metric& metric, PageFormat format) {
  const std::string_view name = family_name(metric, format);
  append_line(out, "HELP", name, metric.help);
  append_line(out, "TYPE", name, type_name(metric.type));
  if (format == PageFormat::OpenMetrics100 && !metric.unit.empty()) {
    append_line(out, "UNIT", name, metric.unit);
  }
}

void append_series(std::string& out, std::string_view name, std::string_view suffix,
                   std::string_view label_text, std::span<const Label> labels) {
  out += name;
  out += suffix;
  char before = '{';
  if (!label_text.empty()) {
    out += before;
    out += label_text;
    before = ',';
  }
  for (const Label& label : labels) {
    if (label.value.empty()) continue;  // the same as none
    out += before;
    append_label(out, label.name, label.value);
    before = ',';
  }
  if (before == ',') out += '}';
}

void PageWriter::begin(const Metric& metric) {
  metric_ = &metric;
  head_written_ = false;
}

void PageWriter::number(std::span<const Label> labels, double value) { series({}, labels, value); }

void PageWriter::summary(std::span<const Label> labels, double sum, double count) {
  series("_sum", labels, sum);
  series("_count", labels, count);
}

void PageWriter::series(std::string_view suffix, std::span<const Label> labels, double value) {
  if (!head_written_) append_head(page_, *metric_, format_);
  head_written_ = true;
  append_series(page_, metric_->name, suffix, label_text_, labels);
  page_ += ' ';
  append_number(page_, value);
  page_ += '\n';
}

}  // namespace steptail::metrics
