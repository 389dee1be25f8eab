#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "format/record.h"
#include "run/attempt_tracker.h"
#include "run/format_track.h"
#include "run/line_context.h"
#include "run/step.h"

namespace steptail::run {

// One record on its way into a run, with what the parts of the fold have found out about it.
// Lifetime: one RunState::apply().
struct FoldLine {
  // As an aggregate it would be zeroed whole, for each line.
  FoldLine(const format::Record& a_record, const LineContext& a_context, std::string_view a_rank)
      : record(a_record), context(a_context), rank(a_rank) {}

  const format::Record& record;
  const LineContext& context;
  std::string_view rank;          // of the line, from wherever it is known
  FormatTrack* format = nullptr;  // null: of rules common to all formats, or one too many
  std::size_t format_index = 0;
  std::optional<Step> step;         // of a progress line
  AttemptTracker::Verdict verdict;  // with `step`; never Copy or Fallback

  [[nodiscard]] bool has(format::Field field) const { return record.has(field); }
  [[nodiscard]] std::optional<double> find(format::Field field) const { return record.find(field); }
  [[nodiscard]] bool progress() const { return step.has_value(); }
  // Says more about the step of the progress line that opened its block.
  [[nodiscard]] bool continues() const { return record.continues && format != nullptr; }
  [[nodiscard]] bool late() const { return verdict.kind == AttemptTracker::Kind::Late; }
  [[nodiscard]] bool advances() const { return step && verdict.leads(); }
};

}  // namespace steptail::run
