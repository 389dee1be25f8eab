#include "format/gate_scanner.h"

#include <cassert>
#include <cstring>

#include "format/literal.h"

namespace steptail::format {
namespace {

constexpr std::size_t kPairs = 65536;
constexpr std::size_t kBytes = 256;

std::uint32_t pair_of(unsigned char first, unsigned char second) {
  return static_cast<std::uint32_t>(first) | static_cast<std::uint32_t>(second) << 8U;
}

std::uint32_t pair_at(std::string_view text, std::size_t at) {
  return pair_of(static_cast<unsigned char>(text[at]), static_cast<unsigned char>(text[at + 1]));
}

// How often a pair of bytes is met, about: the product of both.
unsigned commonness_of(std::uint32_t pair) {
  return (byte_commonness(static_cast<unsigned char>(pair & 0xffU)) + 1U) *
         (byte_commonness(static_cast<unsigned char>(pair >> 8U)) + 1U);
}

}  // namespace

GateScanner::GateScanner(std::span<const std::string> literals)
    : literals_(literals.begin(), literals.end()),
      is_wanted_(kPairs / 64, 0),
      first_(kPairs + 1, 0) {
  assert(literals_.size() <= kMaxLiterals);
  std::vector<std::vector<Candidate>> lists(kPairs);
  for (std::size_t i = 0; i < literals_.size(); ++i) {
    place(static_cast<std::uint16_t>(i), 0, lists);
    place(static_cast<std::uint16_t>(i), 1, lists);
  }
  for (std::size_t pair = 0; pair < kPairs; ++pair) {
    first_[pair] = static_cast<std::uint32_t>(candidates_.size());
    if (lists[pair].empty()) continue;
    is_wanted_[pair / 64] |= std::uint64_t{1} << (pair % 64);
    candidates_.insert(candidates_.end(), lists[pair].begin(), lists[pair].end());
  }
  first_[kPairs] = static_cast<std::uint32_t>(candidates_.size());
}

// The scan looks at even offsets only. A literal that begins at an even one is found by one of its
// pairs at even offsets in it (parity 0), else by one at odd offsets (parity 1); where it is too
// short to have such a pair, by every pair that holds one of its bytes.
void GateScanner::place(std::uint16_t literal, std::size_t parity,
                        std::vector<std::vector<Candidate>>& lists) {
  const std::string& text = literals_[literal];
  std::size_t best = text.size();
  for (std::size_t i = parity; i + 1 < text.size(); i += 2) {
    if (best == text.size() ||
        commonness_of(pair_at(text, i)) < commonness_of(pair_at(text, best))) {
      best = i;
    }
  }
  if (best < text.size()) {
    lists[pair_at(text, best)].push_back({literal, static_cast<std::int16_t>(best)});
    return;
  }
  const auto byte = static_cast<unsigned char>(text[0]);
  for (std::size_t other = 0; other < kBytes; ++other) {
    const auto any = static_cast<unsigned char>(other);
    if (parity == 0) {
      lists[pair_of(byte, any)].push_back({literal, 0});
    } else {
      lists[pair_of(any, byte)].push_back({literal, -1});
    }
  }
}

void GateScanner::check(std::string_view text, std::size_t at, Pair pair, LiteralHits& hits) const {
  for (std::uint32_t i = first_[pair]; i < first_[pair + 1]; ++i) {
    const Candidate& candidate = candidates_[i];
    if (hits.contains(candidate.literal)) continue;
    const std::string& literal = literals_[candidate.literal];
    const auto begin = static_cast<std::ptrdiff_t>(at) - candidate.offset;
    if (begin < 0) continue;
    const auto from = static_cast<std::size_t>(begin);
    if (literal.size() > text.size() || from > text.size() - literal.size()) continue;
    if (std::memcmp(text.data() + from, literal.data(), literal.size()) == 0) {
      hits.add(candidate.literal);
    }
  }
}

void GateScanner::scan(std::string_view text, LiteralHits& hits) const {
  hits.begin(literals_.size());
  std::size_t at = 0;
  for (; at + 1 < text.size(); at += 2) {
    const Pair pair = pair_at(text, at);
    if ((is_wanted_[pair / 64] >> (pair % 64) & 1U) != 0) check(text, at, pair, hits);
  }
  // The last byte of an odd line has no partner of its own.
  if (at < text.size()) {
    const Pair pair = pair_of(static_cast<unsigned char>(text[at]), 0);
    if ((is_wanted_[pair / 64] >> (pair % 64) & 1U) != 0) check(text, at, pair, hits);
  }
}

}  // namespace steptail::format
