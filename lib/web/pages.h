#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "metrics/page.h"
#include "web/http.h"
#include "web/page_cache.h"

namespace steptail::web {

// The routes of contract 4 over the published snapshots: telemetry path, `/` with its assets,
// /-/healthy, /-/ready, /api/v1/*; anything else is 404. A page rendered for one set of snapshots
// is shared by every scrape until one changes.
struct PagesOptions {
  std::string version;
  std::string telemetry_path = "/metrics";
  std::shared_ptr<metrics::Board> board;
  // Of the process, asked at most once a second for each format. Any thread; must not block.
  std::function<metrics::ProcessFacts()> facts;
  const base::Clock* clock = nullptr;  // any thread, lives longer; null: facts at every scrape
};
[[nodiscard]] Handler make_pages(PagesOptions options);

// A path that is or may become another page than the metrics.
[[nodiscard]] bool is_own_page(std::string_view path);

}  // namespace steptail::web
