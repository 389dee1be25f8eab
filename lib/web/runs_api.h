#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "web/page_cache.h"

namespace steptail::web {

// What somebody has seen already: when the snapshot of each shard was taken. In addresses and
// answers a text of digits and dots.
using Cursor = std::vector<base::WallTime>;
[[nodiscard]] std::string cursor_text(const Snapshots& snapshots);
// nullopt: none, or no cursor of such a set of shards; or one of a future, since a clock was set
// back. Then everything is new.
[[nodiscard]] std::optional<Cursor> parse_cursor(std::string_view text, const Snapshots& snapshots);

// /api/v1/runs: every run with what the metrics page says of it, as JSON (docs/api.md), in the
// order of the page. What the log never gave is absent. `since`: only the runs that changed after
// it; the count of all stands beside them. `expected_bytes`: the size of the last one.
[[nodiscard]] std::string render_runs(const Snapshots& snapshots,
                                      const std::optional<Cursor>& since,
                                      std::size_t expected_bytes);

// /api/v1/runs?limit=: the `most` runs that need attention first, as the status page sorts them:
// failed, stalled, going on, finished. Unless that is all of them, the cursor asks for all.
[[nodiscard]] std::string render_first_runs(const Snapshots& snapshots, std::size_t most);

// /api/v1/runs/{id}; nullopt: there is no such run.
[[nodiscard]] std::optional<std::string> render_run(const Snapshots& snapshots,
                                                    std::string_view id);

}  // namespace steptail::web
