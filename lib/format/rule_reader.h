#pragma once

#include <string_view>

#include "format/match_scratch.h"
#include "format/record.h"
#include "format/rule_index.h"
#include "lines/line.h"

namespace steptail::format {

// Reads what one rule, whose literals are in the line, says about it.
// Contract: false where the rule does not match after all (its pattern is not found, none of its
// numbers can be read, or no progress in a progress rule); `record` is then empty. `block_label` is
// the label that the line opening the rule's block captured.
// Lifetime: the record looks into the line, the rule and the scratch. No allocation, but for what
// RE2 needs for patterns that are not one-pass.
[[nodiscard]] bool read_rule(const RuleEntry& entry, const lines::Line& line,
                             std::string_view block_label, MatchScratch& scratch, Record& record);

// The label that the line, which read_rule() has just matched, gives to the block that it opens:
// its pattern's group `label`. In scratch; empty: none.
[[nodiscard]] std::string_view captured_block_label(const Rule& rule, MatchScratch& scratch);

}  // namespace steptail::format
