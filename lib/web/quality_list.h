#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace steptail::web {

// One choice of an Accept-like header: "text/plain;version=0.0.4;q=0.5".
struct Choice {
  struct Parameter {
    std::string name;  // lower case
    std::string_view value;
  };
  std::string name;  // lower case
  std::vector<Parameter> parameters;
  double quality = 1;

  // The value of a parameter; empty: it is not there.
  [[nodiscard]] std::string_view parameter(std::string_view wanted) const;
};

// Reads the choices of a header as far as they make sense: what does not is left out, and a quality
// that is no number from 0 to 1 is 0. Views into `header`.
[[nodiscard]] std::vector<Choice> parse_choices(std::string_view header);

}  // namespace steptail::web
