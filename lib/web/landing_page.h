#pragma once

#include <string>
#include <string_view>

#include "web/page_cache.h"

namespace steptail::web {

// Text as it may stand in HTML, between tags or in a quoted attribute.
[[nodiscard]] std::string escape_html(std::string_view text);

struct LandingFacts {
  std::string version;
  std::string telemetry_path;
};

// `/` without scripts: name, version, links, and a table of at most kMostRows runs.
inline constexpr std::size_t kMostRows = 500;
[[nodiscard]] std::string render_landing(const Snapshots& snapshots, const LandingFacts& facts);

}  // namespace steptail::web
