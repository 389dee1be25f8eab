#pragma once

#include <cstddef>
#include <string>

#include "web/page_cache.h"

namespace steptail::web {

// /api/v1/runs: what the metrics page says of each run, as JSON:
//   {"taken_timestamp_seconds": 1, "runs": [{"id": "...", "labels": {"run": "a"}, "watch":
//   "scratch",
//     "path": "/x", "formats": ["deepspeed"], "state": "training", "stalled": false,
//     "iteration": 7, "loss": 2.5, ...}]}
// Numbers are named as their metrics are, without training_ and _total; those with labels of their
// own are left out, and what the log never gave is absent. Runs in the order of the page.
// `expected_bytes`: the size of the last one.
[[nodiscard]] std::string render_runs(const Snapshots& snapshots, std::size_t expected_bytes);

}  // namespace steptail::web
