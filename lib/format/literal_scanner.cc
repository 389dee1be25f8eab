#include "format/literal_scanner.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "base/letters.h"

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

std::uint32_t gram_at(const char* bytes) { return base::load_word<std::uint32_t>(bytes); }

// Of 2^(32 - shift) slots.
std::uint32_t slot_of(std::uint32_t gram, unsigned shift) { return gram * 0x9E3779B1U >> shift; }

// The gram at the n-th place that a scan looks at, of eight bytes in the machine's order.
std::uint32_t nth_gram(std::uint64_t bytes, std::size_t n) {
  const auto bits = static_cast<unsigned>(8 * kStride * n);
  if constexpr (std::endian::native == std::endian::big)
    return static_cast<std::uint32_t>(bytes >> (32U - bits));
  return static_cast<std::uint32_t>(bytes >> bits);
}

// How often each gram of the literals is met in a line, about. What stands in many literals is a
// word of the trade ("loss", "step") and so in many lines. Grams of one place are counted together:
// a map of them all would take a sixth of the time that the program takes to start.
class Commonness {
 public:
  explicit Commonness(std::span<const std::string> literals) {
    std::size_t bytes = 1;
    for (const std::string& text : literals) bytes += text.size();
    const std::size_t places = std::clamp(std::bit_ceil(bytes), kFewestPlaces, kMostPlaces);
    shift_ = 32 - static_cast<unsigned>(std::countr_zero(places));
    counts_.resize(places);
    for (const std::string& text : literals) {
      for (std::size_t i = 0; i + kGramBytes <= text.size(); ++i) ++counts_[place_of(&text[i])];
    }
  }

  // The offset of the rarest gram among those that a scan meets if the literal begins at an even
  // (phase 0) or odd (phase 1) place.
  [[nodiscard]] std::size_t rarest_gram(const std::string& literal, std::size_t phase) const {
    constexpr std::size_t kMostOffsets = 256;
    std::size_t best = phase;
    unsigned least = of(&literal[phase]);
    for (std::size_t i = phase + kStride; i + kGramBytes <= literal.size() && i < kMostOffsets;
         i += kStride) {
      const unsigned commonness = of(&literal[i]);
      if (commonness >= least) continue;
      best = i;
      least = commonness;
    }
    return best;
  }

 private:
  static constexpr std::size_t kFewestPlaces = 16;
  static constexpr std::size_t kMostPlaces = std::size_t{1} << 15U;

  [[nodiscard]] std::size_t place_of(const char* gram) const {
    return slot_of(gram_at(gram), shift_);
  }
  [[nodiscard]] unsigned of(const char* gram) const {
    constexpr unsigned kWeightOfLiteral = 64;
    unsigned sum = kWeightOfLiteral * counts_[place_of(gram)];
    for (std::size_t i = 0; i < kGramBytes; ++i) {
      sum += byte_commonness(static_cast<unsigned char>(gram[i]));
    }
    return sum;
  }

  unsigned shift_ = 0;  // of a hash, so that a place is left
  std::vector<std::uint32_t> counts_;
};

}  // namespace

LiteralScanner::LiteralScanner(std::span<const std::string> literals) {
  assert(literals.size() <= kMaxLiterals / kStride);
  const Commonness commonness(literals);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    const std::string& text = literals_.emplace_back(literals[i]).text();
    const auto id = static_cast<std::uint16_t>(i);
    if (text.size() < kShortestScanned) short_.push_back(id);
    for (std::size_t phase = 0; text.size() >= kShortestScanned && phase < kStride; ++phase) {
      const std::size_t offset = commonness.rarest_gram(text, phase);
      candidates.push_back({gram_at(&text[offset]), id, static_cast<std::uint8_t>(offset), false});
    }
  }
  fill_slots(std::move(candidates));
}

void LiteralScanner::fill_slots(std::vector<Candidate> candidates) {
  const std::size_t slots = std::bit_ceil(candidates.size() * kSlotsPerGram + 1);
  const unsigned bits =
      std::clamp(static_cast<unsigned>(std::countr_zero(slots)), kFewestSlotBits, kMostSlotBits);
  shift_ = 32 - bits;
  is_wanted_.assign((std::size_t{1} << bits) / 64, 0);
  first_.assign(std::size_t{1} << bits, 0);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [this](const Candidate& a, const Candidate& b) {
                     return slot_of(a.gram, shift_) < slot_of(b.gram, shift_);
                   });
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::uint32_t slot = slot_of(candidates[i].gram, shift_);
    if (i == 0 || slot_of(candidates[i - 1].gram, shift_) != slot) {
      first_[slot] = static_cast<std::uint16_t>(i);
    }
    candidates[i].is_last =
        i + 1 == candidates.size() || slot_of(candidates[i + 1].gram, shift_) != slot;
    is_wanted_[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }
  candidates_ = std::move(candidates);
}

void LiteralScanner::check(std::string_view text, std::size_t at, Gram gram,
                           LiteralHits& hits) const {
  for (const Candidate* candidate = &candidates_[first_[slot_of(gram, shift_)]];; ++candidate) {
    if (candidate->gram == gram) {
      const std::string& literal = literals_[candidate->literal].text();
      const std::size_t begin = at - candidate->offset;  // wraps if it would begin before the line
      if (begin < text.size() && literal.size() <= text.size() - begin &&
          base::same_bytes(text.data() + begin, literal.data(), literal.size())) {
        hits.add(candidate->literal, begin);
      }
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
  auto look = [&](std::size_t at, Gram gram) {
    const std::uint32_t slot = slot_of(gram, shift_);
    if ((wanted[slot / 64] >> (slot % 64) & 1U) != 0) check(text, at, gram, hits);
  };
  std::size_t at = 0;
  // Three grams lie in eight bytes.
  for (; at + sizeof(std::uint64_t) <= text.size(); at += 3 * kStride) {
    const auto bytes = base::load_word<std::uint64_t>(text.data() + at);
    for (std::size_t i = 0; i < 3; ++i) look(at + kStride * i, nth_gram(bytes, i));
  }
  for (; at + kGramBytes <= text.size(); at += kStride) look(at, gram_at(text.data() + at));
}

}  // namespace steptail::format
