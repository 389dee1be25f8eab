#pragma once

#include <string>
#include <string_view>

namespace steptail::web {

// `text` as a gzip file; equal texts give equal bytes. Cost: about 10 ms a MB.
[[nodiscard]] std::string gzip(std::string_view text);

}  // namespace steptail::web
