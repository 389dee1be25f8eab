#pragma once

#include <memory>

#include "format/format.h"
#include "format/load_context.h"
#include "yaml/cursor.h"

namespace steptail::format {

// One entry of `rules`. What is wrong becomes an error of the document; the rule is then unusable.
[[nodiscard]] std::shared_ptr<const Rule> load_rule(const yaml::Cursor& cursor,
                                                    const LoadContext& context);

}  // namespace steptail::format
