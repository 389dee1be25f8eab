#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "format/label_store.h"
#include "format/line_plan.h"
#include "format/line_shapes.h"
#include "format/literal_scanner.h"
#include "format/record.h"
#include "format/regex.h"

namespace steptail::format {

// Where one line is taken apart. May be shared by the matchers of one thread (a record lives until
// the next match() of any of them), so that thousands of files need not hold one each.
struct MatchScratch {
  LiteralHits hits{};
  LiteralHits keys{};                  // of the rule that is being read
  std::vector<std::uint16_t> found{};  // rules of both kinds
  RulesByKind candidates{};
  std::array<Record, 2> records{};
  std::vector<Record> with_early{};  // once a file: those of its early lines, then `records`
  std::array<std::string_view, Regex::kMaxGroups + 1> groups{};
  LabelStore labels{};
  LineShapes shapes{};
  LinePlanner planner{};

  MatchScratch() {
    for (auto* rules : {&found, &candidates[0], &candidates[1]}) rules->reserve(64);
  }
};

}  // namespace steptail::format
