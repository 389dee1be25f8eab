#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "history/sample_spill.h"
#include "metrics/catalogue.h"

namespace steptail::history {

inline constexpr std::int64_t kNoon = 1709640000000;  // milliseconds since 1970

// The row of the catalogue.
inline std::size_t row_of(std::string_view metric) {
  const auto rows = metrics::run_metrics();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].metric.name == metric) return row;
  }
  ADD_FAILURE() << "no row for " << metric;
  return 0;
}

inline std::vector<Sample> read_all(const SampleSpill& spill, SampleSpill::Id id) {
  std::vector<Sample> all;
  auto read = spill.read(id, [&](std::span<const Sample> block) -> base::Result<void> {
    all.insert(all.end(), block.begin(), block.end());
    return {};
  });
  EXPECT_TRUE(read.has_value());
  return all;
}

}  // namespace steptail::history
