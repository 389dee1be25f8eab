#include "support/exposition_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>

namespace steptail::support {
namespace {

using base::fail;
using base::Result;

bool is_name_char(char c, bool first) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  return letter || (!first && c >= '0' && c <= '9');
}

std::string_view take_name(std::string_view& rest) {
  std::size_t length = 0;
  while (length < rest.size() && is_name_char(rest[length], length == 0)) ++length;
  const std::string_view name = rest.substr(0, length);
  rest.remove_prefix(length);
  return name;
}

bool take(std::string_view& rest, char c) {
  if (rest.empty() || rest.front() != c) return false;
  rest.remove_prefix(1);
  return true;
}

// A quoted value after its opening quote, up to and with the closing one.
Result<std::string> take_value(std::string_view& rest) {
  std::string value;
  while (!rest.empty()) {
    char c = rest.front();
    rest.remove_prefix(1);
    if (c == '"') return value;
    if (c == '\\') {
      if (rest.empty()) break;
      const char escaped = rest.front();
      rest.remove_prefix(1);
      if (escaped != 'n' && escaped != '"' && escaped != '\\') return fail("unknown escape");
      c = escaped == 'n' ? '\n' : escaped;
    }
    value += c;
  }
  return fail("a label value without end");
}

Result<void> check_label(const std::string& name, const std::string& value) {
  static const std::set<std::string_view> kNotOurs{"job", "instance", "le", "quantile"};
  if (name.empty()) return fail("a label without name");
  if (name.substr(0, 2) == "__" || kNotOurs.count(name) > 0) return fail("reserved label " + name);
  if (value.empty()) return fail("empty label " + name);
  if (!is_utf8(value)) return fail("label " + name + " is not UTF-8");
  return {};
}

// Identity labels sorted, then the metric's own sorted: the names fall back at most once.
Result<void> check_label_names(const SampleLabels& labels, ExpositionFormat format) {
  std::set<std::string_view> names;
  int falls = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!names.insert(labels[i].first).second) return fail("label twice: " + labels[i].first);
    if (i > 0 && labels[i].first < labels[i - 1].first) ++falls;
  }
  if (falls > 1 && format != ExpositionFormat::Foreign) return fail("labels out of order");
  return {};
}

Result<SampleLabels> take_labels(std::string_view& rest, ExpositionFormat format) {
  SampleLabels labels;
  do {
    std::string name(take_name(rest));
    if (!take(rest, '=') || !take(rest, '"')) return fail("a label without =\"");
    auto value = take_value(rest);
    if (!value) return tl::unexpected(value.error());
    if (auto fits = check_label(name, *value); !fits) return tl::unexpected(fits.error());
    labels.emplace_back(std::move(name), std::move(*value));
  } while (take(rest, ','));
  if (!take(rest, '}')) return fail("labels without }");
  if (auto fits = check_label_names(labels, format); !fits) return tl::unexpected(fits.error());
  return labels;
}

Result<double> parse_number(std::string_view text, ExpositionFormat format) {
  if (text == "NaN" || (text == "Nan" && format == ExpositionFormat::Foreign)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (text == "+Inf") return std::numeric_limits<double>::infinity();
  if (text == "-Inf") return -std::numeric_limits<double>::infinity();
  if (text.find_first_not_of("0123456789+-.e") != std::string_view::npos) {
    return fail("no number, or a timestamp: " + std::string(text));
  }
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    return fail("no number: " + std::string(text));
  }
  std::array<char, 32> shortest{};
  const auto to = std::to_chars(shortest.data(), shortest.data() + shortest.size(), number);
  if (format != ExpositionFormat::Foreign &&
      std::string_view(shortest.data(), static_cast<std::size_t>(to.ptr - shortest.data())) !=
          text) {
    return fail("not in its shortest form: " + std::string(text));
  }
  return number;
}

}  // namespace

Result<Sample> parse_sample(std::string_view line, ExpositionFormat format) {
  Sample sample;
  sample.name = take_name(line);
  if (sample.name.empty()) return fail("a sample without name");
  if (take(line, '{')) {
    auto labels = take_labels(line, format);
    if (!labels) return tl::unexpected(labels.error());
    sample.labels = std::move(*labels);
  }
  if (!take(line, ' ')) return fail("no blank before the number");
  auto number = parse_number(line, format);
  if (!number) return tl::unexpected(number.error());
  sample.value = *number;
  sample.number = line;
  return sample;
}

bool is_metric_name(std::string_view name) { return !take_name(name).empty() && name.empty(); }

bool is_utf8(std::string_view text) {
  std::size_t at = 0;
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  while (at < text.size()) {
    const unsigned lead = byte(at);
    const unsigned length = lead < 0x80        ? 1
                            : lead >> 5U == 6  ? 2
                            : lead >> 4U == 14 ? 3
                            : lead >> 3U == 30 ? 4
                                               : 0;
    if (length == 0) return false;
    std::uint32_t point = length == 1 ? lead : lead & (0x7FU >> length);
    for (unsigned i = 1; i < length; ++i) {
      if ((byte(at + i) & 0xC0U) != 0x80U) return false;
      point = (point << 6U) | (byte(at + i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
    if (point < kLeast[length] || point > 0x10FFFF || surrogate) return false;
    at += length;
  }
  return true;
}

bool is_help_text(std::string_view text, ExpositionFormat format) {
  if (text.empty() || !is_utf8(text)) return false;
  const bool open_metrics = format == ExpositionFormat::OpenMetrics100;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && open_metrics) return false;
    if (text[i] != '\\') continue;
    const char escaped = ++i < text.size() ? text[i] : '\0';
    if (escaped != '\\' && escaped != 'n' && !(escaped == '"' && open_metrics)) return false;
  }
  return true;
}

}  // namespace steptail::support
