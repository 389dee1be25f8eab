#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "tail/pattern_program.h"

namespace steptail::tail {

using Labels = std::vector<std::pair<std::string, std::string>>;  // sorted by name

// A path pattern with labels: * ? [..] {a,b} ** and {label}. A label matches one or more bytes of
// one path component ({name} is a label when the braces hold one identifier, alternatives when they
// hold commas); `**` stands for any number of whole components; `\` takes the next byte literally.
// Where a path matches in several ways, the first label takes as much as it can.
// An absolute pattern matches whole paths; a relative one also matches below any directory.
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

  // What must come right after `directory`, where the pattern spells it out (of {a,b} both names);
  // nullopt: a wildcard has part in it.
  [[nodiscard]] std::optional<std::vector<std::string>> names_in(std::string_view directory) const;

  // The longest leading directory without wildcards: where a scan starts. No slash at its end,
  // but for the root; "." for a relative pattern that begins with a wildcard.
  [[nodiscard]] const std::string& fixed_prefix() const { return fixed_prefix_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<std::string>& label_names() const { return label_names_; }

 private:
  friend class PatternParser;
  [[nodiscard]] PatternProgram::Address start_for(std::string_view path) const;
  [[nodiscard]] static std::string as_parent(std::string_view directory);
  // `rank`: the part of the path that {rank} took; empty: none.
  [[nodiscard]] std::string default_run(std::string_view path, std::string_view rank) const;
  [[nodiscard]] std::string without_rank(std::string_view below, std::string_view rank) const;

  std::string text_;
  std::string fixed_prefix_;
  std::vector<std::string> label_names_;
  PatternProgram program_;
  PatternProgram::Address anchored_ = 0;    // where a path as a whole is matched
  PatternProgram::Address unanchored_ = 0;  // where it may begin below any directory
};

}  // namespace steptail::tail
