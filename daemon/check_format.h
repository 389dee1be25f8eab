#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "format/format.h"
#include "format/format_set.h"
#include "format/rule_matcher.h"
#include "lines/line_cleaner.h"
#include "lines/line_splitter.h"

namespace steptail::daemon {

// The loop of a format's author (`steptail check --format`), as text for people.

struct SampleReport {
  std::string text;
  int wrong = 0;  // samples that did not come out as expected
};
// Which rule matched each sample, what each field became, and why where it is not as expected.
// Pure.
[[nodiscard]] SampleReport report_samples(const std::shared_ptr<const format::FormatSet>& formats,
                                          const format::Format& format);

// What every line of a log gives, in the order of the log, whose bytes may come in any pieces.
// Thread: one. Memory: bounded, whatever the length of the log.
class LineReport {
 public:
  // `author`: a format whose nearest rule is named for lines that no rule matches; null: none is.
  LineReport(const std::shared_ptr<const format::FormatSet>& formats, const format::Format* author);

  // What the lines that these bytes end give.
  [[nodiscard]] std::string feed(std::string_view bytes);
  // What the last line gives, if nothing ended it.
  [[nodiscard]] std::string finish();
  // Whether a line so far was in a known format.
  [[nodiscard]] bool recognised() const { return matcher_.recognised(); }
  // How many lines there were so far, how many of them gave nothing, and in which formats it is.
  [[nodiscard]] std::string summary() const;
  // Whether most of them gave nothing, and no author asks, who is told of each what it lacks.
  [[nodiscard]] bool lacks_rules() const { return author_ == nullptr && 2 * unmatched_ > number_; }

 private:
  void add(const lines::RawLine& raw);
  void add(const lines::Line& line);

  const format::Format* author_;
  format::RuleMatcher matcher_;
  lines::LineSplitter splitter_;
  lines::LineCleaner cleaner_;
  std::string text_;
  std::size_t number_ = 0;  // of the last line
  std::size_t unmatched_ = 0;
};

}  // namespace steptail::daemon
