#include "format/line_layout.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/letters.h"
#include "format/line_outline.h"

namespace steptail::format {
namespace {

std::vector<DigitRun> runs_of(std::string_view line) {
  std::vector<DigitRun> runs;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!base::is_digit(line[i])) continue;
    const bool goes_on = !runs.empty() && runs.back().end() == i;
    if (!goes_on) runs.push_back({.begin = static_cast<std::uint16_t>(i)});
    ++runs.back().size;
  }
  return runs;
}

std::string outline_of(std::string_view line) {
  LineOutline outline;
  outline.take(line);
  return std::string(outline.text());
}

LineLayout layout_of(std::string_view line) {
  LineLayout layout;
  layout.take(outline_of(line), runs_of(line), 1);
  return layout;
}

bool fits(const LineLayout& layout, std::string_view line) { return layout.fits(outline_of(line)); }

TEST(LineLayout, FitsNothingBeforeALineWasTaken) {
  EXPECT_FALSE(fits(LineLayout(), ""));
  EXPECT_TRUE(fits(layout_of(""), ""));
}

// Every byte at every place of lines of every length around that of a block.
TEST(LineLayout, FitsLinesThatDifferInTheirDigitsAlone) {
  const std::string text = "7 rank=0 time (ms) | step: 56.25 | \xc3\xa4\x80\xff 9";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    const std::string line = text.substr(0, size);
    const LineLayout layout = layout_of(line);
    for (std::size_t at = 0; at < size; ++at) {
      std::string other = line;
      for (int byte = 0; byte < 256; ++byte) {
        other[at] = static_cast<char>(byte);
        const bool same = base::is_digit(line[at]) ? base::is_digit(other[at]) : other == line;
        ASSERT_EQ(same, fits(layout, other)) << size << " " << at << " " << byte;
      }
    }
  }
}

TEST(LineLayout, FitsNoLineOfAnotherLength) {
  const LineLayout layout = layout_of("step 7 of 90");
  EXPECT_TRUE(fits(layout, "step 0 of 11"));
  for (const char* line : {"", "step 7 of 9", "step 7 of 900", "step 70 of 9"}) {
    EXPECT_FALSE(fits(layout, line)) << line;
  }
}

TEST(LineLayout, KnowsTheDigitsOfTheLastLineAlone) {
  LineLayout layout = layout_of("a long line that ends in 12345 and in 6");
  layout.take(outline_of("x 12"), runs_of("x 12"), 2);
  EXPECT_EQ(2U, layout.number());
  ASSERT_EQ(1U, layout.digits().size());
  EXPECT_EQ(2U, layout.digits()[0].begin);
  EXPECT_FALSE(fits(layout, "a long line that ends in 12345 and in 6"));
  EXPECT_TRUE(fits(layout, "x 99"));
}

}  // namespace
}  // namespace steptail::format
