#include "web/negotiation.h"

#include <algorithm>
#include <array>

#include "web/quality_list.h"

namespace steptail::web {
namespace {

bool has_version(const Choice& choice, std::string_view version) {
  auto asked = choice.parameter("version");
  return asked.empty() || asked == version;
}

// How much the most exact choice that takes the text format likes it. "text/plain;version=1.0.0" is
// another format than ours.
double text_quality(const std::vector<Choice>& choices) {
  constexpr std::array<std::string_view, 3> kFromExactToAny{"text/plain", "text/*", "*/*"};
  for (std::string_view name : kFromExactToAny) {
    double best = -1;
    for (const Choice& choice : choices) {
      if (choice.name == name && has_version(choice, "0.0.4"))
        best = std::max(best, choice.quality);
    }
    if (best >= 0) return best;
  }
  return 0;
}

}  // namespace

metrics::PageFormat wanted_format(std::string_view accept) {
  auto choices = parse_choices(accept);
  double open = 0;
  for (const Choice& choice : choices) {
    bool ours = choice.name == "application/openmetrics-text" && has_version(choice, "1.0.0");
    if (ours) open = std::max(open, choice.quality);
  }
  return open > 0 && open >= text_quality(choices) ? metrics::PageFormat::OpenMetrics100
                                                   : metrics::PageFormat::Text004;
}

std::string_view content_type(metrics::PageFormat format) {
  return format == metrics::PageFormat::OpenMetrics100
             ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
             : "text/plain; version=0.0.4; charset=utf-8";
}

bool wants_gzip(std::string_view accept_encoding) {
  double gzip = -1, any = -1, identity = -1;
  for (const Choice& choice : parse_choices(accept_encoding)) {
    if (choice.name == "gzip" || choice.name == "x-gzip") gzip = choice.quality;
    if (choice.name == "*") any = choice.quality;
    if (choice.name == "identity") identity = choice.quality;
  }
  if (gzip < 0) gzip = any;
  return gzip > 0 && gzip >= identity;
}

}  // namespace steptail::web
