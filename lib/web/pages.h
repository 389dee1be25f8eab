#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "metrics/page.h"
#include "metrics/snapshot_cell.h"
#include "web/http.h"

namespace steptail::web {

// The routes of contract 4 over the published snapshots: telemetry path, `/`, /-/healthy, /-/ready,
// /api/v1/*. A page rendered for one set of snapshots is shared by every scrape until one changes.
struct PagesOptions {
  std::string telemetry_path = "/metrics";
  std::vector<std::shared_ptr<const metrics::SnapshotCell>> cells;
  std::function<metrics::ProcessFacts()> facts;  // any thread
};
[[nodiscard]] Handler make_pages(PagesOptions options);

}  // namespace steptail::web
