#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/digit_runs.h"

namespace steptail::format {

// The outline of a line (line_outline.h) and where its digits stand. Logs print numbers of the same
// width many times over: for a line of a known layout that needs no search.
// Thread: one. Cost of fits(): a third of an instruction a byte; take() allocates only for lines
// longer than reserve() was told of and than any taken before.
class LineLayout {
 public:
  static constexpr std::size_t kMostOfAShape = 16;

  // Fits nothing any more; keeps its memory.
  void drop() { number_ = 0; }
  // Takes room for lines of about that length and so many runs of digits.
  void reserve(std::size_t line_bytes, std::size_t digit_runs);
  // `digits`: all runs of digits of the line. `number`: of this layout alone, not 0.
  void take(std::string_view outline, std::span<const DigitRun> digits, std::uint64_t number);
  // Whether a line of that outline is the one that was taken but for the digits themselves.
  [[nodiscard]] bool fits(std::string_view outline) const;
  [[nodiscard]] std::span<const DigitRun> digits() const { return digits_; }
  // 0: nothing was taken.
  [[nodiscard]] std::uint64_t number() const { return number_; }

 private:
  std::string outline_;
  std::vector<DigitRun> digits_;
  std::uint64_t number_ = 0;
};

}  // namespace steptail::format
