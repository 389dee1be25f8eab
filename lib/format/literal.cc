#include "format/literal.h"

#include <array>
#include <cassert>
#include <cstring>
#include <utility>

#include "base/letters.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace steptail::format {

namespace {

constexpr std::array<std::uint8_t, 256> commonness_of_bytes() {
  // Ranked by counts over training logs; what is not named here is rare.
  constexpr std::string_view kByFrequency =
      " 0e1r.ti2nsoa345|67:8l9dp-cmg_u,=h/)([bf]'EIy%+kvLSwTNAMORFD>x{}PC\"jzqGB<WU#*";
  std::array<std::uint8_t, 256> commonness{};
  for (std::size_t rank = 0; rank < kByFrequency.size(); ++rank) {
    commonness[static_cast<unsigned char>(kByFrequency[rank])] =
        static_cast<std::uint8_t>(255 - 3 * rank);
  }
  return commonness;
}

constexpr std::array<std::uint8_t, 256> kCommonness = commonness_of_bytes();

}  // namespace

std::uint8_t byte_commonness(unsigned char byte) { return kCommonness[byte]; }

Literal::Literal(std::string text) : text_(std::move(text)) {
  assert(!text_.empty());
  auto commonness = [this](std::size_t i) {
    return byte_commonness(static_cast<unsigned char>(text_[i]));
  };
  for (std::size_t i = 1; i < text_.size(); ++i) {
    if (commonness(i) < commonness(first_rare_)) first_rare_ = i;
  }
  second_rare_ = first_rare_ == 0 ? text_.size() - 1 : 0;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (i != first_rare_ && commonness(i) < commonness(second_rare_)) second_rare_ = i;
  }
}

bool Literal::matches_at(std::string_view line, std::size_t at) const {
  return base::same_bytes(line.data() + at, text_.data(), text_.size());
}

std::size_t Literal::find(std::string_view line, std::size_t from) const {
  const std::size_t size = text_.size();
  if (size > line.size() || from > line.size() - size) return std::string_view::npos;
  const std::size_t last = line.size() - size;
  std::size_t at = from;
#if defined(__SSE2__)
  constexpr std::size_t kBlock = 16;
  const __m128i first = _mm_set1_epi8(text_[first_rare_]);
  const __m128i second = _mm_set1_epi8(text_[second_rare_]);
  auto load = [&line](std::size_t offset) {
    __m128i block;
    std::memcpy(&block, line.data() + offset, sizeof block);
    return block;
  };
  // Candidates in [block, block + 16); they and the rare bytes behind the last lie in the line.
  auto find_in_block = [&](std::size_t block) {
    const __m128i both = _mm_and_si128(_mm_cmpeq_epi8(load(block + first_rare_), first),
                                       _mm_cmpeq_epi8(load(block + second_rare_), second));
    for (auto mask = static_cast<unsigned>(_mm_movemask_epi8(both)); mask != 0; mask &= mask - 1) {
      const std::size_t candidate = block + static_cast<std::size_t>(__builtin_ctz(mask));
      if (matches_at(line, candidate)) return candidate;
    }
    return std::string_view::npos;
  };
  if (last - from >= kBlock - 1) {
    for (; at + kBlock - 1 <= last; at += kBlock) {
      const std::size_t found = find_in_block(at);
      if (found != std::string_view::npos) return found;
    }
    // What is left lies in the last whole block, of which a part was looked at before.
    return at <= last ? find_in_block(last - (kBlock - 1)) : std::string_view::npos;
  }
#endif
  for (; at <= last; ++at) {
    if (line[at + first_rare_] == text_[first_rare_] && matches_at(line, at)) return at;
  }
  return std::string_view::npos;
}

}  // namespace steptail::format
