#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/digit_runs.h"

namespace steptail::format {

// Where exactly a line has digits, and what it has elsewhere. Logs print numbers of the same width
// many times over: a line of a known layout is told by its blocks of bytes, and where its digits
// stand needs no search.
// Thread: one. Cost of fits(): half an instruction a byte; take() allocates only for lines longer
// than reserve() was told of and than any taken before.
class LineLayout {
 public:
  static constexpr std::size_t kMostOfAShape = 8;

  // Fits nothing any more; keeps its memory.
  void drop() { number_ = 0; }
  // Takes room for lines of about that length and so many runs of digits.
  void reserve(std::size_t line_bytes, std::size_t digit_runs);
  // `digits`: all runs of digits of the line. `number`: of this layout alone, not 0. `place`: among
  // those of its shape, below kMostOfAShape.
  void take(std::string_view line, std::span<const DigitRun> digits, std::uint64_t number,
            std::size_t place);
  // Whether the line is the one that was taken but for the digits themselves.
  [[nodiscard]] bool fits(std::string_view line) const;
  [[nodiscard]] std::span<const DigitRun> digits() const { return digits_; }
  // 0: nothing was taken.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] std::size_t place() const { return place_; }

 private:
  std::string least_;   // each byte, of digits the smallest
  std::string spread_;  // how much more the byte may be
  std::vector<DigitRun> digits_;
  std::uint64_t number_ = 0;
  std::size_t place_ = 0;
};

}  // namespace steptail::format
