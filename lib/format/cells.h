#pragma once

#include <string>
#include <string_view>

#include "format/format.h"
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

// Adds a value for every cell of the line. Labels are written behind `labels`, never beyond what it
// has reserved: cells that would not fit, or whose key is longer than kMaxKeyBytes, are left out.
// Pure; no allocation.
void read_cells(const CellsInput& input, std::string& labels, Record& record);

// append_label_name() within the memory that `out` has; false, and nothing appended: no room, key
// too long, or no letter in it.
bool append_bounded_label(std::string_view key, Field field, std::string& out);

inline constexpr std::size_t kMaxKeyBytes = 128;

}  // namespace steptail::format
