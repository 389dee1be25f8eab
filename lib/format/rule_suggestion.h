#pragma once

#include <span>
#include <string>
#include <vector>

namespace steptail::format {

// A format file, as a draft for its author, that reads the numbers of these lines by the words in
// front of them: well-known ones (`step=`, `lr:`) become the fields that they mean, others
// `value`s. Each line is a sample. Lines without two such numbers, or with the words of one before,
// are left out.
// Contract: what it gives loads and passes its samples. Empty: no line has numbers. Pure; slow.
[[nodiscard]] std::string suggest_format(const std::string& name,
                                         std::span<const std::string> lines);

}  // namespace steptail::format
