#include "web/pages.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "web/files_api.h"
#include "web/negotiation.h"
#include "web/page_assets.h"
#include "web/runs_api.h"

namespace steptail::web {
namespace {

using metrics::PageFormat;

constexpr base::Duration kMostFactsAge = std::chrono::seconds(1);
constexpr std::string_view kJson = "application/json";
constexpr std::string_view kRun = "/api/v1/runs/";
constexpr std::string_view kSince = "since=";
constexpr std::string_view kLimit = "limit=";

std::optional<std::size_t> parse_limit(std::string_view query) {
  if (!query.starts_with(kLimit)) return std::nullopt;
  query.remove_prefix(kLimit.size());
  std::size_t limit = 0;
  const auto read = std::from_chars(query.data(), query.data() + query.size(), limit);
  const bool whole = read.ec == std::errc{} && read.ptr == query.data() + query.size();
  return whole && limit > 0 ? std::optional(limit) : std::nullopt;
}

Response page_response(const RenderedPage& page, std::string_view content_type,
                       const Request& request) {
  Response response;
  response.content_type = content_type;
  response.gzip = wants_gzip(request.accept_encoding);
  response.body = response.gzip ? page.gzip() : page.text();
  response.etag = page.etag() + (response.gzip ? "-gzip" : "");
  response.vary = "Accept-Encoding";
  return response;
}

// What the routes share. Thread: any; immutable but for the caches.
class Pages {
 public:
  explicit Pages(PagesOptions options);
  [[nodiscard]] Response answer(const Request& request);

 private:
  [[nodiscard]] PageCache::Options cache_options(std::optional<base::Duration> most_age) const;
  [[nodiscard]] PageCache::Render metrics_renderer(PageFormat format) const;
  [[nodiscard]] Response metrics_page(const Request& request);
  [[nodiscard]] Response runs(const Request& request);
  [[nodiscard]] Response run(std::string_view id, const Request& request) const;
  [[nodiscard]] Response ready() const;

  const PagesOptions options_;
  PageCache text_;
  PageCache open_metrics_;
  PageCache runs_;
  PageCache files_;
  const PageAssets assets_;
};

Pages::Pages(PagesOptions options)
    : options_(std::move(options)),
      text_(cache_options(kMostFactsAge), metrics_renderer(PageFormat::Text004)),
      open_metrics_(cache_options(kMostFactsAge), metrics_renderer(PageFormat::OpenMetrics100)),
      runs_(cache_options(std::nullopt),
            [](const Snapshots& snapshots, std::size_t previous_bytes) {
              return render_runs(snapshots, std::nullopt, previous_bytes);
            }),
      files_(cache_options(kMostFactsAge),
             [this](const Snapshots& snapshots, std::size_t previous_bytes) {
               return render_files(snapshots, options_.facts(), previous_bytes);
             }),
      assets_({.version = options_.version, .telemetry_path = options_.telemetry_path}) {}

PageCache::Options Pages::cache_options(std::optional<base::Duration> most_age) const {
  return {.board = options_.board, .most_age = most_age, .clock = options_.clock};
}

PageCache::Render Pages::metrics_renderer(PageFormat format) const {
  return [this, format](const Snapshots& snapshots, std::size_t previous_bytes) {
    const metrics::ProcessFacts facts = options_.facts();
    return metrics::render_page(snapshots, &facts, format, previous_bytes);
  };
}

Response Pages::metrics_page(const Request& request) {
  const PageFormat format = wanted_format(request.accept);
  PageCache& cache = format == PageFormat::OpenMetrics100 ? open_metrics_ : text_;
  Response response = page_response(*cache.get(), content_type(format), request);
  response.vary = "Accept, Accept-Encoding";
  return response;
}

Response Pages::runs(const Request& request) {
  if (const auto limit = parse_limit(request.query)) {
    return page_response(RenderedPage(render_first_runs(options_.board->read(), *limit)), kJson,
                         request);
  }
  if (request.query.starts_with(kSince)) {
    const Snapshots snapshots = options_.board->read();
    if (auto since = parse_cursor(request.query.substr(kSince.size()), snapshots)) {
      return page_response(RenderedPage(render_runs(snapshots, since, 0)), kJson, request);
    }
  }
  return page_response(*runs_.get(), kJson, request);
}

Response Pages::run(std::string_view id, const Request& request) const {
  auto text = render_run(options_.board->read(), id);
  if (!text) return text_response(404, "404 Not Found: no run has this id\n");
  return page_response(RenderedPage(std::move(*text)), kJson, request);
}

Response Pages::ready() const {
  return options_.board->ready()
             ? text_response(200, "ready\n")
             : text_response(503, "not ready: the logs are being read for the first time\n");
}

Response Pages::answer(const Request& request) {
  if (request.path == options_.telemetry_path) return metrics_page(request);
  if (request.path == "/-/healthy") return text_response(200, "healthy\n");
  if (request.path == "/-/ready") return ready();
  if (request.path == "/api/v1/runs") return runs(request);
  if (request.path == "/api/v1/files") return page_response(*files_.get(), kJson, request);
  if (request.path.starts_with(kRun)) return run(request.path.substr(kRun.size()), request);
  if (const PageAssets::Asset* asset = assets_.find(request.path)) {
    return page_response(*asset->page, asset->content_type, request);
  }
  return text_response(404, "404 Not Found\n");
}

}  // namespace

bool is_own_page(std::string_view path) {
  constexpr std::array<std::string_view, 3> kFolders = {"/-/", "/api/", "/assets/"};
  return path == "/" ||
         std::any_of(kFolders.begin(), kFolders.end(),
                     [path](std::string_view folder) { return path.starts_with(folder); });
}

Handler make_pages(PagesOptions options) {
  auto pages = std::make_shared<Pages>(std::move(options));
  return [pages](const Request& request) { return pages->answer(request); };
}

}  // namespace steptail::web
