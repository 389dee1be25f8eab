#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "format/format.h"
#include "format/format_set.h"

namespace steptail::daemon {

// The loop of a format's author (`steptail check --format`), as text for people. Pure.

struct SampleReport {
  std::string text;
  int wrong = 0;  // samples that did not come out as expected
};
// Which rule matched each sample, what each field became, and why where it is not as expected.
[[nodiscard]] SampleReport report_samples(const std::shared_ptr<const format::FormatSet>& formats,
                                          const format::Format& format);

// What every line of a log gives. `author`: a format whose nearest rule is named for lines that no
// rule matches; null: none is.
[[nodiscard]] std::string report_lines(const std::shared_ptr<const format::FormatSet>& formats,
                                       const format::Format* author, std::string_view log);

}  // namespace steptail::daemon
