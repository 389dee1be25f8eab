#include "format/line_outline.h"

#include <cstring>

namespace steptail::format {
namespace {

using Lanes = std::array<std::uint32_t, LineOutline::kBlockBytes / sizeof(std::uint32_t)>;

// Of fixed size, so that the compiler makes a few instructions of it.
void take_block(const char* from, char* to, Lanes& hash) {
  constexpr std::uint32_t kStep = 31;
  LineOutline::Block block;
  std::memcpy(block.data(), from, block.size());
  for (std::uint8_t& byte : block) {
    byte = static_cast<std::uint8_t>(byte - '0') <= 9 ? std::uint8_t{'0'} : byte;
  }
  std::memcpy(to, block.data(), block.size());
  Lanes words;
  std::memcpy(words.data(), block.data(), block.size());
  for (std::size_t i = 0; i < words.size(); ++i) hash[i] = hash[i] * kStep + words[i];
}

// Odd numbers without a pattern. The upper half of a product is what all bits have changed.
std::uint64_t joined(const Lanes& lanes) {
  constexpr std::uint64_t kFirst = 0x9E3779B97F4A7C15;
  constexpr std::uint64_t kSecond = 0xC2B2AE3D27D4EB4F;
  std::array<std::uint64_t, 2> words;
  std::memcpy(words.data(), lanes.data(), sizeof words);
  const std::uint64_t mixed = words[0] * kFirst ^ words[1] * kSecond;
  return (mixed ^ mixed >> 32U) * kFirst >> 32U;
}

}  // namespace

// The last block lies over the end of the one before it.
void LineOutline::take(std::string_view line) {
  size_ = line.size();
  Lanes hash = {static_cast<std::uint32_t>(size_)};  // what lies over each other may hide some
  if (size_ < kBlockBytes) {
    std::array<char, kBlockBytes> padded{};
    line.copy(padded.data(), size_);
    take_block(padded.data(), bytes_.data(), hash);
  } else {
    const std::size_t last = size_ - kBlockBytes;
    for (std::size_t at = 0; at < last; at += kBlockBytes) {
      take_block(line.data() + at, bytes_.data() + at, hash);
    }
    take_block(line.data() + last, bytes_.data() + last, hash);
  }
  hash_ = joined(hash);
}

std::uint64_t LineOutline::begin() const {
  std::uint64_t begin = 0;
  bool is_digit = false;
  for (std::size_t i = 0; i < sizeof begin && !is_digit; ++i) {
    is_digit = bytes_[i] == '0';
    begin = begin << 8U | static_cast<unsigned char>(bytes_[i]);
  }
  return begin;
}

}  // namespace steptail::format
