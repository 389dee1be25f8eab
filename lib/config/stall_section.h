#pragma once

#include <optional>

#include "run/stall_clock.h"
#include "yaml/cursor.h"

namespace steptail::config {

// Reads a `stall:` section over `options`: what it does not say stays. Errors go to the document.
void read_stall(std::optional<yaml::Cursor> section, run::StallOptions& options);

}  // namespace steptail::config
