#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "format/literal_scanner.h"
#include "format/record.h"
#include "format/regex.h"

namespace steptail::format {

// Where one line is taken apart. May be shared by the matchers of one thread (a record lives until
// the next match() of any of them), so that thousands of files need not hold one each.
struct MatchScratch {
  static constexpr std::size_t kLabelBytes = 8192;

  LiteralHits hits{};
  LiteralHits keys{};  // of the rule that is being read
  std::vector<std::uint16_t> candidates{};
  std::array<Record, 2> records{};
  std::array<std::string_view, Regex::kMaxGroups + 1> groups{};
  std::string labels{};  // never grows beyond what is reserved: records look into it

  MatchScratch() {
    labels.reserve(kLabelBytes);
    candidates.reserve(64);
  }

  // A copy that lives as long as the records.
  std::string_view keep(std::string_view label) {
    if (labels.capacity() - labels.size() < label.size()) return {};
    const std::size_t begin = labels.size();
    labels += label;
    return std::string_view(labels).substr(begin);
  }
};

}  // namespace steptail::format
