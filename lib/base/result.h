#pragma once

#include <string>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace steptail::base {

// What went wrong, for a person: where, what, and what would be right. `file` is empty where no
// file is involved; `line` and `column` count from 1 and are 0 where unknown. `code` holds the
// operating system's error where there is one.
struct Error {
  std::string message;
  std::string file{};
  int line = 0;
  int column = 0;
  std::error_code code{};

  // "file:line:column: message", leaving out what is unknown.
  [[nodiscard]] std::string to_string() const {
    std::string text;
    if (!file.empty()) {
      text += file;
      if (line > 0) text += ":" + std::to_string(line) + ":" + std::to_string(column);
      text += ": ";
    }
    return text + message;
  }
};

// A value or why there is none. Exceptions never cross a stage.
template <typename T>
using Result = tl::expected<T, Error>;

// A value or everything that is wrong with its source, in the order of the source.
using Errors = std::vector<Error>;
template <typename T>
using Checked = tl::expected<T, Errors>;

inline tl::unexpected<Error> fail(std::string message) {
  return tl::unexpected<Error>(Error{.message = std::move(message)});
}

}  // namespace steptail::base
