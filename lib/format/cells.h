#pragma once

#include <string_view>

#include "format/format.h"
#include "format/label_store.h"
#include "format/line_plan.h"
#include "format/record.h"

namespace steptail::format {

// What is read when a rule's `each` is read from a line.
struct CellsInput {
  const Rule& rule;
  const EachRule& each;
  std::string_view line;
  std::string_view rank;
  std::string_view block_label;
};

// Adds a value for every cell of the line whose key the rule wants.
// Pure but for what `labels` remembers. Lifetime: the values look into `labels` and the input.
// `planner`: is told how the cells are read; null: nobody asks.
void read_cells(const CellsInput& input, LabelStore& labels, Record& record,
                LinePlanner* planner = nullptr);

}  // namespace steptail::format
