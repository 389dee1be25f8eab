#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/format.h"
#include "format/literal_scanner.h"

namespace steptail::format {

// A rule as the rule of one format (an included rule belongs to several).
struct RuleEntry {
  static constexpr std::uint16_t kNoBlock = std::numeric_limits<std::uint16_t>::max();

  const Format* format = nullptr;
  const Rule* rule = nullptr;
  std::uint16_t format_index = 0;
  std::uint16_t opens = kNoBlock;  // blocks are numbered over all formats
  std::uint16_t in = kNoBlock;
  std::size_t anchor = 0;  // which literal of the rule's `when` the scanner looks for

  // Are the rule's literals in the line? `known`: one of them is, by its number in `when`.
  [[nodiscard]] bool literals_fit(std::string_view line, std::size_t known = kNone) const;
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
};

// All rules of all formats, in the order in which they are tried, and how a line finds them.
// Immutable, any thread. Lifetime: the formats outlive it.
class RuleIndex {
 public:
  explicit RuleIndex(std::span<const std::unique_ptr<const Format>> formats);

  // Appends the positions of the rules whose literals are all in the line and that stand in no
  // block; in order.
  void find(std::string_view text, const LiteralHits& hits,
            std::vector<std::uint16_t>& found) const;

  [[nodiscard]] const RuleEntry& entry(std::uint16_t position) const { return entries_[position]; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  // Finds the rarest literal of each rule.
  [[nodiscard]] const LiteralScanner& gates() const { return *gates_; }
  // The rules that stand in a block, in order.
  [[nodiscard]] std::span<const std::uint16_t> in_block(std::uint16_t block) const {
    return block_rules_[block];
  }
  // kNoBlock: there is none.
  [[nodiscard]] std::uint16_t block(std::string_view format, std::string_view name) const;

 private:
  void sort_rules(std::span<const std::unique_ptr<const Format>> formats);
  void number_blocks();
  void collect_anchors();

  std::vector<RuleEntry> entries_;
  std::vector<std::vector<std::uint16_t>> by_literal_;  // each rule under its rarest literal
  std::vector<std::uint16_t> objects_;                  // JSON rules without literals
  std::vector<std::vector<std::uint16_t>> block_rules_;
  std::map<std::pair<std::string, std::string>, std::uint16_t> blocks_;
  std::unique_ptr<LiteralScanner> gates_;
};

}  // namespace steptail::format
