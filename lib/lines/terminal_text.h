#pragma once

#include <string>
#include <string_view>

namespace steptail::lines {

// What a person would read of bytes meant for a terminal: escape sequences and NULs are gone, and
// of a line redrawn with backspaces the last drawing that shows anything remains.
// Returns `bytes` themselves where there is nothing to take off, else a view of `scratch`.
// Pure. Cost: one pass, linear also where sequences are malformed; no allocation once `scratch` is
// large enough.
[[nodiscard]] std::string_view plain_text(std::string_view bytes, std::string& scratch);

}  // namespace steptail::lines
