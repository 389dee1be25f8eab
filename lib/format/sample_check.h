#pragma once

#include <memory>

#include "base/result.h"
#include "format/format.h"
#include "format/format_set.h"

namespace steptail::format {

// Runs samples of `format`, which belongs to `formats`, by the format's own rules alone: each must
// match exactly its rule and give every number that it expects. Weak rules of a format that has no
// others count.
// Errors: one for each number or rule that differs, at its place in the file.
[[nodiscard]] base::Errors check_sample(const std::shared_ptr<const FormatSet>& formats,
                                        const Format& format, const Sample& sample);
[[nodiscard]] base::Errors check_samples(const std::shared_ptr<const FormatSet>& formats,
                                         const Format& format);
// Those of every format. The samples of built-in formats that were loaded without are read anew.
[[nodiscard]] base::Errors check_samples(const std::shared_ptr<const FormatSet>& formats);

}  // namespace steptail::format
