#pragma once

#include <string>

#include "base/result.h"
#include "format/regex.h"
#include "yaml/cursor.h"

namespace steptail::format {

// What the loaders of the parts of a format file know about the whole.
struct LoadContext {
  std::string file;
  bool proved = false;           // tests have loaded it: its patterns are valid
  const Regex* regex = nullptr;  // of the rule being read
  bool broken_regex = false;     // it has one that cannot be read: nothing is said of its groups
  bool json = false;             // the rule being read reads an object

  [[nodiscard]] base::Error place(const yaml::Cursor& cursor) const {
    const yaml::Position at = cursor.position();
    return {.message = {}, .file = file, .line = at.line, .column = at.column};
  }
};

}  // namespace steptail::format
