#include "format/literal_scanner.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "format/letters.h"

namespace steptail::format {
namespace {

constexpr std::size_t kGramBytes = 4;
constexpr std::size_t kStride = 2;
// Slots for each gram, so that few lines meet a slot by chance.
constexpr std::size_t kSlotsPerGram = 32;
constexpr unsigned kFewestSlotBits = 10;
constexpr unsigned kMostSlotBits = 16;

static_assert(LiteralScanner::kShortestScanned == kGramBytes + kStride - 1,
              "so that one gram of a literal lies at a place that the scan looks at");

// How often four bytes are met, about.
unsigned commonness(std::string_view gram) {
  unsigned sum = 0;
  for (char c : gram) sum += byte_commonness(static_cast<unsigned char>(c));
  return sum;
}

// The offset of the rarest gram among those that a scan meets if the literal begins at an even
// (phase 0) or odd (phase 1) place.
std::size_t rarest_gram(std::string_view literal, std::size_t phase) {
  std::size_t best = phase;
  for (std::size_t i = phase; i + kGramBytes <= literal.size() && i < 256; i += kStride) {
    if (commonness(literal.substr(i, kGramBytes)) < commonness(literal.substr(best, kGramBytes))) {
      best = i;
    }
  }
  return best;
}

}  // namespace

std::uint32_t LiteralScanner::slot_of(const char* gram) const {
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, gram, kGramBytes);
  return bytes * 0x9E3779B1U >> shift_;
}

LiteralScanner::LiteralScanner(std::span<const std::string> literals) {
  assert(literals.size() <= kMaxLiterals / kStride);
  const std::size_t slots = std::bit_ceil(literals.size() * kStride * kSlotsPerGram + 1);
  const unsigned bits =
      std::clamp(static_cast<unsigned>(std::countr_zero(slots)), kFewestSlotBits, kMostSlotBits);
  shift_ = 32 - bits;
  is_wanted_.assign((std::size_t{1} << bits) / 64, 0);
  first_.assign(std::size_t{1} << bits, 0);
  std::vector<std::pair<std::uint32_t, Candidate>> placed;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    const std::string& text = literals_.emplace_back(literals[i]).text();
    const auto id = static_cast<std::uint16_t>(i);
    if (text.size() < kShortestScanned) short_.push_back(id);
    for (std::size_t phase = 0; text.size() >= kShortestScanned && phase < kStride; ++phase) {
      const std::size_t offset = rarest_gram(text, phase);
      placed.emplace_back(slot_of(text.data() + offset),
                          Candidate{id, static_cast<std::uint8_t>(offset), false});
    }
  }
  std::stable_sort(placed.begin(), placed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < placed.size(); ++i) {
    auto [slot, candidate] = placed[i];
    candidate.is_last = i + 1 == placed.size() || placed[i + 1].first != slot;
    if (i == 0 || placed[i - 1].first != slot) first_[slot] = static_cast<std::uint16_t>(i);
    is_wanted_[slot / 64] |= std::uint64_t{1} << (slot % 64);
    candidates_.push_back(candidate);
  }
}

void LiteralScanner::check(std::string_view text, std::size_t at, std::uint32_t slot,
                           LiteralHits& hits) const {
  for (const Candidate* candidate = &candidates_[first_[slot]];; ++candidate) {
    const std::string& literal = literals_[candidate->literal].text();
    const std::size_t begin = at - candidate->offset;  // wraps if it would begin before the line
    if (begin < text.size() && literal.size() <= text.size() - begin &&
        same_bytes(text.data() + begin, literal.data(), literal.size())) {
      hits.add(candidate->literal, begin);
    }
    if (candidate->is_last) return;
  }
}

void LiteralScanner::scan(std::string_view text, LiteralHits& hits) const {
  hits.begin(literals_.size());
  for (std::uint16_t id : short_) {
    const std::size_t at = literals_[id].find(text);
    if (at != std::string_view::npos) hits.add(id, at);
  }
  if (short_.size() == literals_.size() || text.size() < kGramBytes) return;
  const std::uint64_t* wanted = is_wanted_.data();
  const std::size_t last = text.size() - kGramBytes;
  for (std::size_t at = 0; at <= last; at += kStride) {
    const std::uint32_t slot = slot_of(text.data() + at);
    if ((wanted[slot / 64] >> (slot % 64) & 1U) != 0) check(text, at, slot, hits);
  }
}

}  // namespace steptail::format
