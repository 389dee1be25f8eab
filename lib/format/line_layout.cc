#include "format/line_layout.h"

#include <array>
#include <cstdint>
#include <cstring>

#include "base/letters.h"
#include "format/line_outline.h"

namespace steptail::format {
namespace {

using Block = LineOutline::Block;

void add_difference(const char* one, const char* other, Block& difference) {
  for (std::size_t i = 0; i < difference.size(); ++i) {
    difference[i] |= static_cast<std::uint8_t>(one[i] ^ other[i]);
  }
}

bool is_zero(const Block& block) {
  std::array<std::uint64_t, 2> words;
  std::memcpy(words.data(), block.data(), sizeof words);
  return (words[0] | words[1]) == 0;
}

}  // namespace

void LineLayout::reserve(std::size_t line_bytes, std::size_t digit_runs) {
  constexpr std::size_t kGrowth = 8;  // numbers become longer
  outline_.reserve(line_bytes + kGrowth * digit_runs);
  digits_.reserve(digit_runs);
}

void LineLayout::take(std::string_view outline, std::span<const DigitRun> digits,
                      std::uint64_t number) {
  outline_ = outline;
  digits_.assign(digits.begin(), digits.end());
  number_ = number;
}

// Nearly always it does: no block is worth a branch. The last one lies over the end of the one
// before it.
bool LineLayout::fits(std::string_view outline) const {
  if (number_ == 0 || outline.size() != outline_.size()) return false;
  const char* const one = outline.data();
  const char* const other = outline_.data();
  constexpr std::size_t kBlockBytes = LineOutline::kBlockBytes;
  if (outline.size() < kBlockBytes) return base::same_bytes(one, other, outline.size());
  Block difference{};
  const std::size_t last = outline.size() - kBlockBytes;
  for (std::size_t at = 0; at < last; at += kBlockBytes) {
    add_difference(one + at, other + at, difference);
  }
  add_difference(one + last, other + last, difference);
  return is_zero(difference);
}

}  // namespace steptail::format
