#include "format/line_outline.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "base/letters.h"

namespace steptail::format {
namespace {

std::string written_with_zeros(std::string line) {
  for (char& c : line) {
    if (base::is_digit(c)) c = '0';
  }
  return line;
}

// Every byte at every place of lines of every length around that of a block.
TEST(LineOutline, WritesEachDigitAsZeroAndLeavesTheRest) {
  const std::string text = "7 rank=0 time (ms) | step: 56.25 | \xc3\xa4\x80\xff 9";
  LineOutline outline;
  for (std::size_t size = 0; size <= text.size(); ++size) {
    std::string line = text.substr(0, size);
    for (std::size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        line[at] = static_cast<char>(byte);
        outline.take(line);
        ASSERT_EQ(written_with_zeros(line), outline.text());
      }
      line[at] = text[at];
    }
  }
}

TEST(LineOutline, HashesTheOutlineAndNothingElse) {
  LineOutline outline;
  auto hash_of = [&outline](std::string_view line) {
    outline.take(line);
    return outline.hash();
  };
  const std::string longer(100, 'x');
  (void)hash_of(longer);
  EXPECT_EQ(hash_of("step 7 of 90"), hash_of("step 3 of 11"));
  EXPECT_EQ(hash_of(longer + "1"), hash_of(longer + "2"));
  // Numbers of all widths at three places, and words.
  std::set<std::uint64_t> hashes;
  std::set<std::uint64_t> places;
  std::size_t lines = 0;
  for (std::size_t a = 1; a <= 12; ++a) {
    for (std::size_t b = 1; b <= 12; ++b) {
      for (std::size_t c = 1; c <= 12; ++c) {
        const std::uint64_t hash = hash_of("loss: " + std::string(a, '1') + "." +
                                           std::string(b, '2') + " | step: " + std::string(c, '3'));
        hashes.insert(hash);
        places.insert(hash % 4096);
        ++lines;
      }
    }
  }
  EXPECT_EQ(1728U, lines);
  EXPECT_EQ(lines, hashes.size());
  EXPECT_GT(places.size(), 1300U);  // at random: 1410
}

TEST(LineOutline, BeginsWithWhatStandsBeforeTheFirstNumber) {
  LineOutline outline;
  auto begin_of = [&outline](std::string_view line) {
    outline.take(line);
    return outline.begin();
  };
  EXPECT_EQ(begin_of("step 7 of 90"), begin_of("step 123"));
  EXPECT_EQ(begin_of("epoch of lines"), begin_of("epoch of 7"));
  EXPECT_NE(begin_of("step 7"), begin_of("steps 7"));
  EXPECT_EQ(begin_of(""), begin_of(""));
  EXPECT_NE(begin_of(""), begin_of("7"));
}

}  // namespace
}  // namespace steptail::format
