#include "daemon/check_format.h"

#include <utility>

#include "daemon/figures.h"
#include "daemon/printable.h"
#include "format/near_miss.h"
#include "format/record_text.h"
#include "format/sample_check.h"

namespace steptail::daemon {
namespace {

constexpr std::size_t kMaxLineBytes = 65536;

std::string matched_text(std::span<const format::Record> records, std::string_view indent) {
  std::string text;
  for (const format::Record& record : records) {
    text += indent;
    text += std::string(record.format_name) + "." + std::string(record.rule_name) + "  " +
            printable(format::record_text(record)) + "\n";
  }
  return text;
}

std::string sample_values(const std::shared_ptr<const format::FormatSet>& formats,
                          const format::Format& format, const format::Sample& sample) {
  format::RuleMatcher matcher(formats, {format.name});
  matcher.assume_seen(format.name);
  for (const std::string& line : sample.after) (void)matcher.match({.text = line});
  return matched_text(matcher.match({.text = sample.line}), "        ");
}

}  // namespace

SampleReport report_samples(const std::shared_ptr<const format::FormatSet>& formats,
                            const format::Format& format) {
  SampleReport report;
  for (const format::Sample& sample : format.samples) {
    const base::Errors errors = format::check_sample(formats, format, sample);
    report.text += errors.empty() ? "ok      " : "WRONG   ";
    report.text += printable(sample.line) + "\n" + sample_values(formats, format, sample);
    for (const base::Error& error : errors) report.text += "        " + error.to_string() + "\n";
    if (!errors.empty()) ++report.wrong;
  }
  return report;
}

LineReport::LineReport(const std::shared_ptr<const format::FormatSet>& formats,
                       const format::Format* author)
    : author_(author), matcher_(formats, {}), splitter_(kMaxLineBytes), cleaner_(kMaxLineBytes) {}

std::string LineReport::feed(std::string_view bytes) {
  splitter_.feed(bytes, [this](const lines::RawLine& raw) { add(raw); });
  return std::exchange(text_, {});
}

std::string LineReport::finish() {
  splitter_.finish([this](const lines::RawLine& raw) { add(raw); });
  for (auto line = cleaner_.finish(); line; line = cleaner_.next()) add(*line);
  return std::exchange(text_, {});
}

std::string LineReport::summary() const {
  return counted(number_, "line") + ", " + std::to_string(unmatched_) + " matched nothing; " +
         (recognised() ? "format " + matcher_.format_names() : "in no known format");
}

void LineReport::add(const lines::RawLine& raw) {
  ++number_;
  for (auto line = cleaner_.clean(raw); line; line = cleaner_.next()) add(*line);
}

void LineReport::add(const lines::Line& line) {
  const auto records = matcher_.match(line);
  text_ += std::to_string(number_) + "  " + printable(line.text) + "\n";
  text_ += matched_text(records, "    ");
  if (!records.empty()) return;
  ++unmatched_;
  if (author_ == nullptr) return;
  if (const auto miss = format::nearest_miss(*author_, line.text)) {
    text_ += "    no rule; nearest is '" + miss->rule->name + "': " + printable(miss->reason);
    text_ += "\n";
  }
}

}  // namespace steptail::daemon
