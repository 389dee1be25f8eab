#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "format/field.h"

namespace steptail::format {

inline constexpr std::size_t kMaxLabelBytes = 64;

// Appends the label that a printed key becomes: lower_snake (docs/format-language.md, end of
// `each`). Phases lose a section in front, units in parentheses and the words time and timing; loss
// components are named by their last part. Appends nothing where no letter or digit is left.
// Labels are cut at kMaxLabelBytes. Pure; allocates only where `out` must grow.
void append_label_name(std::string_view key, Field field, std::string& out);

// Is it a label as format files may write one: [a-z0-9_]+ and not too long?
[[nodiscard]] bool is_label_name(std::string_view text);

}  // namespace steptail::format
