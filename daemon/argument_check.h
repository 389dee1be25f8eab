#pragma once

#include <string>
#include <utility>

namespace steptail::daemon {

// For CLI11: a value that `parse` (text to a Result) does not take is wrong usage, for the reason
// that it gives.
template <typename Parse>
auto taken_by(Parse parse) {
  return [parse = std::move(parse)](const std::string& text) {
    const auto parsed = parse(text);
    return parsed ? std::string() : parsed.error().message;
  };
}

}  // namespace steptail::daemon
