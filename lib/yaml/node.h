#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "yaml/cursor.h"

namespace steptail::yaml {

enum class Kind : std::uint8_t { Null, Scalar, List, Mapping };

// One value of a document. Of a mapping, keys[i] belongs to items[i].
struct Node {
  Kind kind = Kind::Null;
  bool quoted = false;
  bool reported = false;  // wrong, and said so: its reader says nothing more
  Position at{.line = 1, .column = 1};
  std::string text{};
  std::string name{};
  std::vector<Node> keys{};
  std::vector<Node> items{};
};

}  // namespace steptail::yaml
