#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace steptail::tail {

using Labels = std::vector<std::pair<std::string, std::string>>;  // sorted by name

// A path pattern with labels: * ? [..] {a,b} ** and {label}. A label matches one or more bytes of
// one path component ({name} is a label when the braces hold one identifier, alternatives when they
// hold commas). Absolute, or taken relative to the working directory by the caller.
// Immutable after parse. match() is linear in pattern x path. Errors name the column.
class PathPattern {
 public:
  static base::Result<PathPattern> parse(std::string_view text);

  // The labels that the pattern captures in `path`; nullopt: no match. `rank` is among them when
  // the pattern has {rank}. Without {run}, `run` is the path below fixed_prefix(), without its last
  // extension.
  [[nodiscard]] std::optional<Labels> match(std::string_view path) const;

  // Could something below `directory` match? Lets a scan leave out what cannot.
  [[nodiscard]] bool may_match_below(std::string_view directory) const;

  // The longest leading part without wildcards, up to a slash: where a scan starts.
  [[nodiscard]] const std::string& fixed_prefix() const { return fixed_prefix_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<std::string>& label_names() const { return label_names_; }

 private:
  struct Component;
  std::string text_;
  std::string fixed_prefix_;
  std::vector<std::string> label_names_;
  // The implementer's compiled form goes here (value type, copyable).
  std::vector<std::vector<std::string>> alternatives_;
};

}  // namespace steptail::tail
