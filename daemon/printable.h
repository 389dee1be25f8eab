#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace steptail::daemon {

// What paths and log lines may not bring to a terminal becomes '?': control characters (C0, DEL,
// C1, line separators), those that turn the direction of writing, and each byte that is no UTF-8.
[[nodiscard]] std::string printable(std::string_view text);

// The same of about `most` bytes, without blanks before them: what is longer ends behind a word, if
// one ends in the second half of them, and with an ellipsis.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);

}  // namespace steptail::daemon
