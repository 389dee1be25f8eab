#include "web/page_assets.h"

#include <array>
#include <functional>
#include <span>
#include <utility>

#include "base/embedded.h"

namespace steptail::web {

namespace page_files {
std::span<const base::EmbeddedFile> embedded_files();
}  // namespace page_files

namespace {

constexpr std::string_view kIndex = "index.html";

std::string_view content_type_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kTypes{{
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".svg", "image/svg+xml"},
  }};
  for (const auto& [suffix, type] : kTypes) {
    if (name.ends_with(suffix)) return type;
  }
  return "application/octet-stream";
}

void fill_in(std::string& html, std::string_view place, std::string_view value) {
  const std::string text = escape_html(value);
  for (std::size_t at = html.find(place); at != std::string::npos;
       at = html.find(place, at + text.size())) {
    html.replace(at, place.size(), text);
  }
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

PageAssets::PageAssets(const IndexFacts& facts) {
  for (const base::EmbeddedFile& file : page_files::embedded_files()) {
    std::string text(file.bytes);
    if (file.name == kIndex) {
      fill_in(text, "{{version}}", facts.version);
      fill_in(text, "{{telemetry_path}}", facts.telemetry_path);
    }
    std::string path = file.name == kIndex ? "/" : "/assets/" + std::string(file.name);
    assets_.emplace(std::move(path),
                    Asset{.content_type = content_type_of(file.name),
                          .page = std::make_shared<const RenderedPage>(std::move(text))});
  }
}

const PageAssets::Asset* PageAssets::find(std::string_view path) const {
  const auto found = assets_.find(path);
  return found == assets_.end() ? nullptr : &found->second;
}

}  // namespace steptail::web
