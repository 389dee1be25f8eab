#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "format/format.h"

namespace steptail::format {

// Gives every format the rules of those it includes (an own rule of the same name replaces one),
// and checks what needs all of them: that included formats exist, the rules that samples name, and
// that every block is both opened and used. Errors: all of them, with file, line and column.
[[nodiscard]] base::Errors link_formats(std::vector<std::unique_ptr<Format>>& formats);

}  // namespace steptail::format
