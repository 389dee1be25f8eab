#include "base/hash.h"

#include <gtest/gtest.h>

namespace steptail::base {
namespace {

// Checkpoints and URLs hold these values: they never change.
TEST(Hash, IsTheSameInEveryVersion) {
  EXPECT_EQ(hash64(""), 0x2d06800538d394c2U);
  EXPECT_EQ(to_hex(hash64("steptail")), "fd38ed433da063e0");
}

TEST(Hash, WritesHexDigitsWithLeadingZeros) {
  EXPECT_EQ(to_hex(0x0123456789abcdef), "0123456789abcdef");
  EXPECT_EQ(to_hex(0), "0000000000000000");
  EXPECT_EQ(to_hex(0xfedcba9876543210, 8), "76543210");
}

}  // namespace
}  // namespace steptail::base
