#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/codec.h"
#include "format/format_set.h"
#include "format/record.h"
#include "lines/line.h"

namespace steptail::format {

// Turns the lines of one file into records. Knows which formats the file has shown so far (a file
// may speak several) and which block of lines is open (timer tables).
//
// A line yields at most one record of a framework's rules and at most one of the common rules
// (events), the framework's first. Among the rules whose literals are all in the line, the one with
// the longest literals is tried first; ties go to a site's own format, then by name and order in
// the file. A rule marked `weak` counts only once a strong rule of its format has matched in this
// file.
//
// Contract: the same lines give the same records, whatever the chunking and across save()/load().
// Thread: one. Lifetime: records live until the next match(); keeps `formats` alive.
// Cost: one pass over the line for all literals, then the fields of the rule that holds; no
// allocation in the steady state.
class RuleMatcher {
 public:
  // `only`: names of the formats to try (common ones are always tried); empty means all.
  RuleMatcher(std::shared_ptr<const FormatSet> formats, std::vector<std::string> only);
  ~RuleMatcher();
  RuleMatcher(RuleMatcher&&) noexcept;
  RuleMatcher& operator=(RuleMatcher&&) noexcept;

  [[nodiscard]] std::span<const Record> match(const lines::Line& line);

  // A framework's strong rule has matched: the file is a training log.
  [[nodiscard]] bool recognised() const;
  // Names of the formats seen, sorted and comma-joined; empty before recognised().
  [[nodiscard]] std::string format_names() const;

  // Other formats from the next line on (reload); what was seen stays, by name.
  void rebind(std::shared_ptr<const FormatSet> formats);

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace steptail::format
