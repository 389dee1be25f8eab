#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace steptail::format {

// A pattern in RE2's syntax, compiled. Searched in linear time and bounded memory; reads bytes, so
// that a torn UTF-8 sequence spoils nothing. Immutable; any thread.
class Regex {
 public:
  static constexpr int kMaxGroups = 31;

  // Error: RE2's own words, or too many groups.
  [[nodiscard]] static base::Result<Regex> compile(const std::string& pattern);
  // Of a pattern that compile() has taken before: compiled by the first search, since most are of
  // formats that no log here speaks.
  [[nodiscard]] static Regex deferred(std::string pattern);
  Regex(Regex&&) noexcept;
  Regex& operator=(Regex&&) noexcept;
  ~Regex();

  [[nodiscard]] const std::map<std::string, int>& groups() const;  // name -> number
  [[nodiscard]] int group_count() const;
  // Fills groups[0..] with the match and its groups (data() null: not taken part). `groups` has at
  // most kMaxGroups + 1 places.
  [[nodiscard]] bool search(std::string_view text, std::span<std::string_view> groups) const;

 private:
  struct Impl;
  explicit Regex(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace steptail::format
