#include "format/line_layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/letters.h"

namespace steptail::format {
namespace {

constexpr std::size_t kBlockBytes = 16;
using Block = std::array<std::uint8_t, kBlockBytes>;

constexpr std::uint8_t excess_of(char byte, char least, char spread) {
  const auto above = static_cast<std::uint8_t>(byte - least);
  return static_cast<std::uint8_t>(std::max(above, static_cast<std::uint8_t>(spread)) ^
                                   static_cast<std::uint8_t>(spread));
}

bool is_zero(const Block& block) {
  std::array<std::uint64_t, 2> words;
  std::memcpy(words.data(), block.data(), sizeof words);
  return (words[0] | words[1]) == 0;
}

}  // namespace

void LineLayout::reserve(std::size_t line_bytes, std::size_t digit_runs) {
  constexpr std::size_t kGrowth = 8;  // numbers become longer
  least_.reserve(line_bytes + kGrowth * digit_runs);
  spread_.reserve(line_bytes + kGrowth * digit_runs);
  digits_.reserve(digit_runs);
}

void LineLayout::take(std::string_view line, std::span<const DigitRun> digits, std::uint64_t number,
                      std::size_t place) {
  constexpr char kSpread = '9' - '0';
  least_.resize(line.size());
  spread_.resize(line.size());
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool is_digit = base::is_digit(line[i]);
    least_[i] = is_digit ? '0' : line[i];
    spread_[i] = is_digit ? kSpread : '\0';
  }
  digits_.assign(digits.begin(), digits.end());
  number_ = number;
  place_ = place;
}

// In blocks of fixed size, of which the compiler makes a few instructions; the last one lies over
// the end of the one before it.
bool LineLayout::fits(std::string_view line) const {
  if (number_ == 0 || line.size() != least_.size()) return false;
  Block excess{};
  const auto take = [&](std::size_t at, std::size_t bytes) {
    const char* const block = line.data() + at;
    const char* const least = least_.data() + at;
    const char* const spread = spread_.data() + at;
    for (std::size_t i = 0; i < bytes; ++i) excess[i] |= excess_of(block[i], least[i], spread[i]);
  };
  if (line.size() < kBlockBytes) {
    take(0, line.size());
    return is_zero(excess);
  }
  const std::size_t last = line.size() - kBlockBytes;
  for (std::size_t at = 0; at < last; at += kBlockBytes) take(at, kBlockBytes);
  take(last, kBlockBytes);
  return is_zero(excess);
}

}  // namespace steptail::format
