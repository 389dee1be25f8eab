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
  bool is_weak = false;
  bool is_early = false;
  bool is_common = false;    // of a format common to all
  bool is_included = false;  // from another format
  bool continues = false;    // stands in a block that a progress rule opens or stands in
  std::size_t anchor = 0;    // which literal of the rule's `when` the scanner looks for

  // Are the rule's literals in the line? `known`: one of them is, by its number in `when`.
  [[nodiscard]] bool literals_fit(std::string_view line, std::size_t known = kNone) const;
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
};

// Which rules a file's matcher may try, by the number of their format.
struct ActiveFormats {
  std::vector<std::uint8_t> enabled{};  // its rules are tried
  std::vector<std::uint8_t> armed{};    // its weak ones too
  std::vector<std::uint8_t> seen{};     // the file has shown it
  std::vector<std::uint8_t> named{};    // it is said to be this one: a weak rule shows it too

  [[nodiscard]] bool allow(const RuleEntry& entry) const {
    return (entry.is_weak && !entry.is_early
                ? armed[entry.format_index] & enabled[entry.format_index]
                : enabled[entry.format_index]) != 0;
  }
  // It matches, but does not count yet.
  [[nodiscard]] bool waits(const RuleEntry& entry) const {
    return entry.is_early && armed[entry.format_index] == 0;
  }
};

// All rules of all formats, in the order in which they are tried, and how a line finds them.
// Immutable, any thread. Lifetime: the formats outlive it.
class RuleIndex {
 public:
  explicit RuleIndex(std::span<const std::unique_ptr<const Format>> formats);

  // Appends the positions of the rules that are allowed (null: all are), stand in no block and have
  // all their literals in the line; in order. `hits` are those of gates().
  void find(std::string_view text, const LiteralHits& hits, const ActiveFormats* active,
            std::vector<std::uint16_t>& found) const;
  // Every line that differs from this one in its numbers alone has the same rules.
  [[nodiscard]] bool is_told_by_shape(std::string_view line) const;

  [[nodiscard]] const RuleEntry& entry(std::uint16_t position) const { return entries_[position]; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  // Finds the rarest literal of each rule.
  [[nodiscard]] const LiteralScanner& gates() const { return *gates_; }
  // The rules that stand in a block, in order.
  [[nodiscard]] std::span<const std::uint16_t> in_block(std::uint16_t block) const {
    return block_rules_[block];
  }
  // Null: there is none.
  [[nodiscard]] const RuleEntry* find(std::string_view format, std::string_view rule) const;
  // kNoBlock: there is none.
  [[nodiscard]] std::uint16_t block(std::string_view format, std::string_view name) const;

 private:
  void sort_rules(std::span<const std::unique_ptr<const Format>> formats);
  void number_blocks();
  void collect_anchors();
  void collect_numbered();
  void add_short_anchor(const Literal& literal, std::uint16_t position);
  [[nodiscard]] bool allows_any(const std::vector<std::uint16_t>& rules,
                                const ActiveFormats* active) const;

  std::vector<RuleEntry> entries_;
  std::vector<std::vector<std::uint16_t>> by_literal_;  // each rule under its rarest literal
  // Rules whose literals are all too short to be scanned for, under the rarest.
  struct ShortAnchor {
    Literal literal;
    std::vector<std::uint16_t> rules;
  };
  std::vector<ShortAnchor> short_anchors_;
  std::vector<Literal> numbered_;       // the shapes of literals that have digits in them
  std::vector<std::uint16_t> objects_;  // JSON rules without literals
  std::vector<std::vector<std::uint16_t>> block_rules_;
  std::map<std::pair<std::string, std::string>, std::uint16_t> blocks_;
  std::unique_ptr<LiteralScanner> gates_;
};

}  // namespace steptail::format
