#pragma once

#include <string>
#include <string_view>

namespace steptail::yaml {

// What most likely is the reason for a message of the YAML parser, and what would be right:
// "; a text with ...". Empty: nobody knows.
[[nodiscard]] std::string_view syntax_hint(std::string_view parser_message);

}  // namespace steptail::yaml
