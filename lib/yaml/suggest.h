#pragma once

#include <span>
#include <string>
#include <string_view>

namespace steptail::yaml {

// The choice that somebody who wrote `word` most likely meant: the one with the fewest edits (a
// swap of neighbours is one), if they are few for its length. Empty: none is close.
[[nodiscard]] std::string_view closest(std::string_view word,
                                       std::span<const std::string_view> choices);

// "; did you mean 'X'?", else `otherwise`.
[[nodiscard]] std::string did_you_mean_or(std::string_view otherwise, std::string_view word,
                                          std::span<const std::string_view> choices);

// "; did you mean 'X'?", else "; known: 'A', 'B'" (all of them, in the order given).
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string_view> choices);

}  // namespace steptail::yaml
