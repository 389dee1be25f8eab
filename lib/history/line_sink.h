#pragma once

#include <cstdint>

#include "base/time.h"
#include "format/record.h"
#include "run/line_context.h"

namespace steptail::history {

// Who listens to the lines of a log for what they say and when.
class LineSink {
 public:
  virtual ~LineSink() = default;
  virtual void on_record(const format::Record& record, const run::LineContext& context) = 0;
  // A line that no rule matched begins at that byte with a timestamp.
  virtual void on_date(base::WallTime printed, std::uint64_t begin) = 0;
};

}  // namespace steptail::history
