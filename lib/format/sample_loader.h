#pragma once

#include <vector>

#include "format/format.h"
#include "format/load_context.h"
#include "yaml/cursor.h"

namespace steptail::format {

// `samples` of a format. What is wrong becomes an error of the document.
[[nodiscard]] std::vector<Sample> load_samples(const yaml::Cursor& cursor,
                                               const LoadContext& context);

}  // namespace steptail::format
