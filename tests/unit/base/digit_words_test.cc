#include "base/digit_words.h"

#include <gtest/gtest.h>

#include <string>

namespace steptail::base {
namespace {

// Runs of every length before every byte, at every distance from the end.
TEST(DigitWords, CountTheDigitsThatStandTogether) {
  for (std::size_t count = 0; count < 20; ++count) {
    for (int byte = 0; byte < 256; ++byte) {
      const char next = static_cast<char>(byte);
      if (is_digit(next)) continue;
      for (const char* rest : {"", "7", "x1", "0123456789abc"}) {
        const std::string text = std::string(count, '9') + next + rest;
        ASSERT_EQ(count, count_digits(text.data(), text.data() + text.size()))
            << count << " before " << byte << " and " << rest;
        ASSERT_EQ(count, count_digits(text.data(), text.data() + count));
      }
    }
  }
}

TEST(DigitWords, SayNumbers) {
  if (!kHasDigitWords) GTEST_SKIP() << "the bytes of a word have another order here";
  EXPECT_EQ(12345678U, number_of_word(digit_word("12345678")));
  EXPECT_EQ(678U, number_of_word(last_bytes(digit_word("12345678"), 3)));
  EXPECT_EQ(99999999U, number_of_word(last_bytes(digit_word("99999999"), 8)));
}

}  // namespace
}  // namespace steptail::base
