#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/byte_block.h"
#include "base/result.h"
#include "history/sample_spill.h"

namespace steptail::history {

// Writes all samples as OpenMetrics text: families in the order of the page, the series of a family
// one after the other, each in the order of its samples, and # EOF. Every sample has a timestamp.
// `write`: takes what is used of the block, and may leave another room for it. `more`: asked now
// and then with the samples written; false: stop. Errors: of reading, of writing, stopped. Memory:
// bounded, but for the order of the series.
[[nodiscard]] base::Result<void> write_open_metrics(
    const SampleSpill& spill, const std::function<base::Result<void>(base::ByteBlock&)>& write,
    const std::function<bool(std::uint64_t)>& more);

// Writes seconds since 1970 so that a reader who multiplies by a thousand and cuts gets the same
// millisecond, and returns their end. Room: kLongestTimestamp.
inline constexpr std::size_t kLongestTimestamp = 24;
[[nodiscard]] char* write_timestamp(char* out, std::int64_t milliseconds);

}  // namespace steptail::history
