#pragma once

#include <cstddef>
#include <string>

#include "metrics/page.h"
#include "web/page_cache.h"

namespace steptail::web {

// /api/v1/files: the watched files, the watch entries with their counters, and how the daemon
// itself is doing, as JSON (docs/api.md). `expected_bytes`: the size of the last one.
[[nodiscard]] std::string render_files(const Snapshots& snapshots,
                                       const metrics::ProcessFacts& facts,
                                       std::size_t expected_bytes);

}  // namespace steptail::web
