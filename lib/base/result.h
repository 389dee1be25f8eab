#pragma once

#include <iterator>
#include <string>
#include <string_view>
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

// As errors name what a person wrote.
[[nodiscard]] inline std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

// `message` is what is wrong at the place of an error.
[[nodiscard]] inline Error error_at(Error place, std::string message) {
  place.message = std::move(message);
  return place;
}

// A value or why there is none. Exceptions never cross a stage.
template <typename T>
using Result = tl::expected<T, Error>;

// A value or everything that is wrong with its source, in the order of the source.
using Errors = std::vector<Error>;
template <typename T>
using Checked = tl::expected<T, Errors>;

inline void append(Errors& to, Errors from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

inline tl::unexpected<Error> fail(std::string message) {
  return tl::unexpected<Error>(Error{.message = std::move(message)});
}

}  // namespace steptail::base
