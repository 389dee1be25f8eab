#pragma once

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

struct MatchScratch;  // format/match_scratch.h

// Turns the lines of one file into records. Knows which formats the file has shown so far (a file
// may speak several) and which block of lines is open (timer tables).
//
// A line yields at most one record of a framework's rules and at most one of the common rules
// (events), the framework's first; before them, once a file, those of the early lines that have
// waited for the first strong one of their format. Among the rules whose literals are all in the
// line, the one with the longest literals is tried first; ties go to the open block's, then to a
// site's own format, then to own rules before included ones, then by name and order in the file. A
// rule marked `weak` counts only once a strong rule of its format has matched in this file, or
// where the file is said to be of that one format (trust()).
//
// Contract: the same lines give the same records, whatever the chunking and across save()/load().
// Thread: one. Lifetime: records live until the next match() of any matcher with the same scratch;
// keeps `formats` and `scratch` alive.
// Cost: one pass over the line for all literals, then the fields of the rule that holds; no
// allocation in the steady state. A scratch takes 75 KiB, and some for each shape of line: share
// one among the files of a thread.
class RuleMatcher {
 public:
  // `only`: names of the formats to try (common ones are always tried); empty means all.
  // `scratch`: null means one of its own.
  RuleMatcher(std::shared_ptr<const FormatSet> formats, std::vector<std::string> only,
              std::shared_ptr<MatchScratch> scratch = nullptr);
  ~RuleMatcher();
  RuleMatcher(RuleMatcher&&) noexcept;
  RuleMatcher& operator=(RuleMatcher&&) noexcept;

  [[nodiscard]] std::span<const Record> match(const lines::Line& line);

  // The file is of the one format that `only` names, whatever else it looks like.
  void trust();
  // A framework's strong rule has matched, or a weak one that is trusted: a training log.
  [[nodiscard]] bool recognised() const;
  // Names of the formats seen, sorted and comma-joined; empty before recognised().
  [[nodiscard]] std::string format_names() const;

  // As if a strong rule of that format had matched.
  void assume_seen(const std::string& format);

  // Other formats from the next line on (reload); what was seen stays, by name.
  void rebind(std::shared_ptr<const FormatSet> formats);

  // The file starts anew: no block goes on. What was seen of it stays known.
  void close_blocks();

  void save(base::ByteWriter& out) const;
  // After in.ok() is false the matcher is as new.
  void load(base::ByteReader& in);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// For many matchers of one thread.
[[nodiscard]] std::shared_ptr<MatchScratch> make_match_scratch();

}  // namespace steptail::format
