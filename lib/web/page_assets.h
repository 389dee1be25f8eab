#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "web/page_cache.h"

namespace steptail::web {

struct IndexFacts {
  std::string version;
  std::string telemetry_path;
};

// Text as it may stand in HTML, between tags or in a quoted attribute.
[[nodiscard]] std::string escape_html(std::string_view text);

// The status page as it was compiled in (lib/web/page): `/` and the files that it names, below
// /assets/. What it shows comes from /api/v1 later.
// Thread: immutable, any.
class PageAssets {
 public:
  // Fills in what index.html leaves open: {{version}}, {{telemetry_path}}.
  explicit PageAssets(const IndexFacts& facts);

  struct Asset {
    std::string_view content_type;
    std::shared_ptr<const RenderedPage> page;
  };
  // nullptr: there is no such path.
  [[nodiscard]] const Asset* find(std::string_view path) const;

 private:
  std::map<std::string, Asset, std::less<>> assets_;  // by path
};

}  // namespace steptail::web
