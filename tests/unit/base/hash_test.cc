#include "base/hash.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace steptail::base {
namespace {

// Checkpoints and URLs hold these values: they never change.
TEST(Hash, IsTheSameInEveryVersion) {
  EXPECT_EQ(hash64(""), 0x2d06800538d394c2U);
  EXPECT_EQ(to_hex(hash64("steptail")), "fd38ed433da063e0");
}

TEST(Hash, OfPartsIsThatOfAllTogether) {
  const std::string whole(1000, 'x');
  const std::string_view text = whole;
  const std::array<std::string_view, 4> parts{text.substr(0, 3), "", text.substr(3, 700),
                                              text.substr(703)};
  EXPECT_EQ(hash64(parts), hash64(whole));
  EXPECT_EQ(hash64(std::span<const std::string_view>()), hash64(""));
}

TEST(Hash, WritesHexDigitsWithLeadingZeros) {
  EXPECT_EQ(to_hex(0x0123456789abcdef), "0123456789abcdef");
  EXPECT_EQ(to_hex(0), "0000000000000000");
  EXPECT_EQ(to_hex(0xfedcba9876543210, 8), "76543210");
}

}  // namespace
}  // namespace steptail::base
