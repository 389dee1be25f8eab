#include "web/pages.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "web/files_api.h"
#include "web/json_writer.h"
#include "web/negotiation.h"
#include "web/page_assets.h"
#include "web/runs_api.h"

namespace steptail::web {
namespace {

using metrics::PageFormat;

constexpr base::Duration kMostFactsAge = std::chrono::seconds(1);
constexpr std::string_view kJson = "application/json";
constexpr std::string_view kRun = "/api/v1/runs/";

// The value of a parameter of a query, as sent; nullopt: it is not there.
std::optional<std::string_view> parameter(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (pair.substr(0, equals) == name) return pair.substr(std::min(equals + 1, pair.size()));
  }
  return std::nullopt;
}

std::optional<std::size_t> parse_limit(std::string_view text) {
  std::size_t limit = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), limit);
  const bool whole = read.ec == std::errc{} && read.ptr == text.data() + text.size();
  return whole && limit > 0 ? std::optional(limit) : std::nullopt;
}

// A query that means nothing.
Response bad_request(const std::string& problem) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.member("error", problem);
  json.end_object();
  Response response = text_response(400, std::move(text));
  response.content_type = kJson;
  return response;
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
  if (const auto asked = parameter(request.query, "limit")) {
    const auto limit = parse_limit(*asked);
    if (!limit) return bad_request("limit is a whole number from 1, such as limit=40");
    return page_response(RenderedPage(render_first_runs(options_.board->read(), *limit)), kJson,
                         request);
  }
  if (const auto asked = parameter(request.query, "since")) {
    const Snapshots snapshots = options_.board->read();
    if (auto since = parse_cursor(*asked, snapshots)) {
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
