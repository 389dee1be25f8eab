#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace steptail::format {

// A line with each digit written as `0`. Lines of one outline differ in their digits alone, and
// have them at the same places.
// Thread: one. Cost of take(): about one instruction a byte; no allocation.
class LineOutline {
 public:
  static constexpr std::size_t kMaxLineBytes = 2048;
  static constexpr std::size_t kBlockBytes = 16;
  using Block = std::array<std::uint8_t, kBlockBytes>;

  // REQUIRES: at most kMaxLineBytes.
  void take(std::string_view line);

  // Valid until the next take().
  [[nodiscard]] std::string_view text() const { return {bytes_.data(), size_}; }
  // Of the text: equal ones have equal hashes.
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  // The first eight bytes up to the first digit, and zeros: behind it the widths of numbers move
  // everything.
  [[nodiscard]] std::uint64_t begin() const;

 private:
  alignas(kBlockBytes) std::array<char, kMaxLineBytes> bytes_{};
  std::size_t size_ = 0;
  std::uint64_t hash_ = 0;
};

}  // namespace steptail::format
