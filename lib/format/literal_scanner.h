#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/literal.h"

namespace steptail::format {

// Which of a scanner's literals are in a line, and where first. Reused from line to line without
// clearing.
class LiteralHits {
 public:
  static constexpr std::size_t kNowhere = std::string_view::npos;

  void begin(std::size_t literal_count) {
    if (places_.size() < literal_count) places_.resize(literal_count);
    if (++line_ == 0) {  // wrapped: old marks would look new
      places_.assign(places_.size(), {});
      line_ = 1;
    }
    ids_.clear();
  }
  void add(std::uint16_t id, std::size_t at) {
    Place& place = places_[id];
    if (place.line != line_) {
      place = {line_, static_cast<std::uint32_t>(at)};
      ids_.push_back(id);
    } else if (at < place.at) {
      place.at = static_cast<std::uint32_t>(at);
    }
  }
  // kNowhere: it is not in the line.
  [[nodiscard]] std::size_t find(std::uint16_t id) const {
    return places_[id].line == line_ ? places_[id].at : kNowhere;
  }
  [[nodiscard]] std::span<const std::uint16_t> ids() const { return ids_; }  // in no order

 private:
  struct Place {
    std::uint32_t line = 0;  // in which it was found last
    std::uint32_t at = 0;
  };
  std::vector<Place> places_;
  std::vector<std::uint16_t> ids_;
  std::uint32_t line_ = 0;
};

// Finds many literals in one pass over a line.
// Contract: after scan(), hits holds exactly the literals that are in `text`, each at its first
// place. Lines are shorter than 4 GiB.
// Thread: immutable, any. Lifetime: copies the literals.
// Cost: looks at the four bytes at every second place; a literal is compared only where its own
// rarest four bytes stand. One that is shorter than kShortestScanned costs a search of its own. No
// allocation once `hits` has seen its largest line.
class LiteralScanner {
 public:
  static constexpr std::size_t kMaxLiterals = 65535;
  static constexpr std::size_t kShortestScanned = 5;

  explicit LiteralScanner(std::span<const std::string> literals);

  void scan(std::string_view text, LiteralHits& hits) const;
  [[nodiscard]] std::size_t size() const { return literals_.size(); }

 private:
  using Gram = std::uint32_t;  // four bytes

  // A literal, and where in it the gram stands that leads to it.
  struct Candidate {
    Gram gram = 0;
    std::uint16_t literal = 0;
    std::uint8_t offset = 0;
    bool is_last = false;  // of its slot
  };

  void fill_slots(std::vector<Candidate> candidates);
  void check(std::string_view text, std::size_t at, Gram gram, LiteralHits& hits) const;

  std::vector<Literal> literals_;
  std::vector<std::uint16_t> short_;
  unsigned shift_ = 0;                    // of a hash, so that a slot is left
  std::vector<std::uint64_t> is_wanted_;  // a bit a slot
  std::vector<std::uint16_t> first_;      // of a slot, in candidates_
  std::vector<Candidate> candidates_;
};

}  // namespace steptail::format
