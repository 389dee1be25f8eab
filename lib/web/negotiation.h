#pragma once

#include <string_view>

#include "metrics/page.h"

namespace steptail::web {

// What a client asks for in Accept: OpenMetrics 1.0.0 if it names it and likes it no less than the
// text format, else the text format, whatever it says.
[[nodiscard]] metrics::PageFormat wanted_format(std::string_view accept);
[[nodiscard]] std::string_view content_type(metrics::PageFormat format);

// Whether Accept-Encoding takes gzip, and likes it no less than nothing at all.
[[nodiscard]] bool wants_gzip(std::string_view accept_encoding);

}  // namespace steptail::web
