#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace steptail::format {

// Which of a scanner's literals are in a line. Reused from line to line without clearing.
class LiteralHits {
 public:
  void begin(std::size_t literal_count) {
    if (seen_.size() < literal_count) seen_.resize(literal_count, 0);
    if (++line_ == 0) {  // wrapped: old marks would look new
      seen_.assign(seen_.size(), 0);
      line_ = 1;
    }
    ids_.clear();
  }
  void add(std::uint16_t id) {
    if (seen_[id] == line_) return;
    seen_[id] = line_;
    ids_.push_back(id);
  }
  [[nodiscard]] bool contains(std::uint16_t id) const { return seen_[id] == line_; }
  [[nodiscard]] std::span<const std::uint16_t> ids() const { return ids_; }  // in no order

 private:
  std::vector<std::uint32_t> seen_;  // line in which it was found last
  std::vector<std::uint16_t> ids_;
  std::uint32_t line_ = 0;
};

// Finds all literals of all formats in one pass over a line.
// Contract: after scan(), hits holds exactly the literals that are in `text`.
// Thread: immutable, any. Lifetime: copies the literals.
// Cost: looks at every second pair of bytes; a literal is compared only where its own rarest pair
// stands. No allocation once `hits` has seen its largest line.
class GateScanner {
 public:
  static constexpr std::size_t kMaxLiterals = 65535;

  explicit GateScanner(std::span<const std::string> literals);

  void scan(std::string_view text, LiteralHits& hits) const;
  [[nodiscard]] std::size_t size() const { return literals_.size(); }

 private:
  // A literal, and where in it the pair stands that leads to it; -1: the pair begins one byte
  // before it.
  struct Candidate {
    std::uint16_t literal = 0;
    std::int16_t offset = 0;
  };
  using Pair = std::uint32_t;

  void place(std::uint16_t literal, std::size_t parity, std::vector<std::vector<Candidate>>& lists);
  void check(std::string_view text, std::size_t at, Pair pair, LiteralHits& hits) const;

  std::vector<std::string> literals_;
  std::vector<std::uint64_t> is_wanted_;  // a bit a pair
  std::vector<std::uint32_t> first_;      // candidates_ of pair p: [first_[p], first_[p + 1])
  std::vector<Candidate> candidates_;
};

}  // namespace steptail::format
