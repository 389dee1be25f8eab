#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "base/time.h"
#include "metrics/snapshot.h"

namespace steptail::metrics {

enum class PageFormat : std::uint8_t { Text004, OpenMetrics100 };

// What the process knows besides the shards: build, reload, HTTP, process_*.
struct ProcessFacts {
  std::string version, revision;
  bool reload_successful = true;
  std::optional<base::WallTime> reload_success_time;
  std::map<std::string, std::uint64_t> http_refused;  // by reason
  std::uint64_t refused_identities = 0;               // Board::refused_identities
  std::set<std::string> hung_watches;                 // Board::hung_watches
  // From /proc/self; nullopt where unknown.
  std::optional<double> cpu_seconds, resident_bytes, virtual_bytes, open_fds, max_fds, start_time,
      threads;
};

// Renders the page: families contiguous, in the order of the catalogue, series in the order of the
// runs, so that two scrapes of one snapshot are equal to the byte. Pure.
// Contract: every label value is valid UTF-8 and escaped; numbers are shortest
// round-trip, NaN, +Inf, -Inf; no timestamps; OpenMetrics ends in # EOF.
// `facts` null: only training_* series (inspect --output metrics prints those of the runs and no
// process metrics). Shards that have published nothing yet may be null.
// `expected_bytes`: the size of the last page, so that this one grows without copying.
[[nodiscard]] std::string render_page(std::span<const std::shared_ptr<const ShardSnapshot>> shards,
                                      const ProcessFacts* facts, PageFormat format,
                                      std::size_t expected_bytes = 0);

}  // namespace steptail::metrics
