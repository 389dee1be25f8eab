#pragma once

#include <string_view>

namespace steptail::lines {

// Do these first bytes of a file say that it holds no lines of text we can read: compressed (gzip,
// zstd, xz, bzip2, lz4, zip) or UTF-16? Pure.
[[nodiscard]] bool begins_foreign(std::string_view head);

}  // namespace steptail::lines
