#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace steptail::format {

// A text with `*` for any run of characters, matched whole. Immutable; any thread.
class Glob {
 public:
  explicit Glob(std::string_view pattern);

  // Cost: one comparison for `text*`, `*text` and plain texts.
  [[nodiscard]] bool matches(std::string_view text) const;

 private:
  bool has_star_ = false;
  std::string prefix_;               // before the first star, or all of it
  std::string suffix_;               // behind the last star
  std::vector<std::string> middle_;  // between stars, in order
};

}  // namespace steptail::format
