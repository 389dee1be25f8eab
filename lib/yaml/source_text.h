#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "yaml/cursor.h"

namespace steptail::yaml {

struct BadByte {
  Position at{};
  std::string message;
};

// The first byte of `text` that no YAML file may hold: a control character (the parser would take
// one of them for the end of the file) or what is not UTF-8.
[[nodiscard]] std::optional<BadByte> find_bad_byte(std::string_view text);

}  // namespace steptail::yaml
