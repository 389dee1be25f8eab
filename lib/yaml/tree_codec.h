#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "yaml/node.h"

namespace steptail::yaml {

// A tree as bytes and back: files that are part of the program are parsed when it is built, since
// parsing takes longer than everything else at a start.
// Cost: linear. Errors: nullopt for bytes that encode_tree() did not write.
[[nodiscard]] std::string encode_tree(const Node& root);
[[nodiscard]] std::optional<Node> decode_tree(std::string_view bytes);

}  // namespace steptail::yaml
