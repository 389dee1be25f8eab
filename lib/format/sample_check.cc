#include "format/sample_check.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "format/format_loader.h"
#include "format/near_miss.h"
#include "format/record_text.h"
#include "format/rule_matcher.h"

namespace steptail::format {
namespace {

constexpr double kRelativeError = 1e-9;

bool same_number(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= kRelativeError * std::max(std::abs(a), std::abs(b));
}

const Record* record_of(std::span<const Record> records, const Format& format) {
  for (const Record& record : records) {
    if (record.format_name == format.name) return &record;
  }
  return nullptr;
}

// A value with several stats or ranks is as expected if one of them is.
void check_number(const Record& record, const Expectation& expected, base::Errors& errors) {
  std::string found;
  for (const Value& value : record.values()) {
    if (value.field != expected.field || value.label != expected.label) continue;
    if (same_number(value.number, expected.number)) return;
    if (!found.empty()) found += " and ";
    found += number_text(value.number);
  }
  const std::string name = value_name(expected.field, expected.label);
  errors.push_back(
      base::error_at(expected.place, name + ": the line gives " + (found.empty() ? "none" : found) +
                                         ", the sample expects " + number_text(expected.number)));
}

// Why the rule that the sample names did not take its line.
std::string explanation(const Format& format, const Sample& sample, const Record* record) {
  for (const auto& rule : format.rules) {
    if (rule->name != sample.rule) continue;
    std::string reason = why_not(*rule, sample.line);
    if (reason.empty() && record != nullptr)
      reason = "of rules that fit the one with the longest literals is tried first";
    if (reason.empty() && !rule->in.empty())
      reason = "its block '" + rule->in + "' is not open; let 'after' hold the lines before";
    if (reason.empty() && rule->weak)
      reason = "it is weak: let 'after' begin with a line of a strong rule";
    return reason.empty() ? reason : " (" + reason + ")";
  }
  return {};
}

bool has_strong_rule(const Format& format) {
  return std::any_of(format.rules.begin(), format.rules.end(),
                     [](const auto& rule) { return !rule->weak; });
}

}  // namespace

base::Errors check_sample(const std::shared_ptr<const FormatSet>& formats, const Format& format,
                          const Sample& sample) {
  base::Errors errors;
  RuleMatcher matcher(formats, {format.name});
  if (!has_strong_rule(format)) matcher.assume_seen(format.name);
  for (const std::string& line : sample.after) (void)matcher.match({.text = line});
  const Record* record = record_of(matcher.match({.text = sample.line}), format);
  const std::string found = record ? "'" + std::string(record->rule_name) + "'" : "no rule";
  if (record == nullptr && sample.rule.empty()) return errors;
  if (record == nullptr || record->rule_name != sample.rule) {
    const std::string wanted = sample.rule.empty() ? "none" : "'" + sample.rule + "'";
    errors.push_back(base::error_at(sample.place, "the line matches " + found +
                                                      ", the sample says " + wanted +
                                                      explanation(format, sample, record)));
    return errors;
  }
  for (const Expectation& expected : sample.expect) check_number(*record, expected, errors);
  return errors;
}

base::Errors check_samples(const std::shared_ptr<const FormatSet>& formats, const Format& format) {
  base::Errors errors;
  for (const Sample& sample : format.samples) {
    base::append(errors, check_sample(formats, format, sample));
  }
  return errors;
}

base::Errors check_samples(const std::shared_ptr<const FormatSet>& formats) {
  base::Errors errors;
  for (const auto& format : formats->formats())
    base::append(errors, check_samples(formats, *format));
  for (const FormatSource& source : FormatSet::builtin_sources()) {
    const Format* format = formats->find(format_name_of(source.file));
    if (format == nullptr || format->is_site || !format->samples.empty()) continue;
    auto whole = load_format(source);
    base::append(errors, whole ? check_samples(formats, **whole) : std::move(whole.error()));
  }
  return errors;
}

}  // namespace steptail::format
