#include "base/codec.h"

#include <gtest/gtest.h>

#include <string>

namespace steptail::base {
namespace {

// Written out by hand: what every later version has to read.
TEST(ByteWriter, WritesLittleEndianNumbersAndTextsWithTheirLengths) {
  ByteWriter out;
  out.u8(7);
  out.u64(0x0102030405060708);
  out.boolean(true);
  const std::size_t begun = out.begin_text();
  out.text("ab");
  out.end_text(begun);
  const std::string expected(
      "\x07"
      "\x08\x07\x06\x05\x04\x03\x02\x01"
      "\x01"
      "\x0A\0\0\0\0\0\0\0"
      "\x02\0\0\0\0\0\0\0"
      "ab",
      28);
  EXPECT_EQ(expected, out.bytes());
  EXPECT_EQ(expected, out.take());
  EXPECT_TRUE(out.bytes().empty()) << "what was taken is gone";
}

TEST(ByteWriter, HoldsWhatItWroteHoweverLongAndNothingOfBefore) {
  ByteWriter out;
  for (std::size_t round = 0; round < 2; ++round) {
    out.clear();
    std::string expected;
    for (std::size_t size = 0; size < 300; ++size) {
      const std::string text(size, static_cast<char>('a' + (size + 7 * round) % 26));
      out.text(text);
      expected += text;
    }
    ByteReader in(out.bytes());
    std::string read;
    while (in.ok() && !in.at_end()) read += in.text();
    EXPECT_TRUE(in.ok());
    EXPECT_EQ(expected, read);
  }
}

}  // namespace
}  // namespace steptail::base
