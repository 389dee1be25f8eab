#include "format/literal.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace steptail::format {
namespace {

TEST(Literal, IsFoundWhereverItStands) {
  const std::string line =
      " iteration       12/     100 | elapsed time per iteration (ms): 1843.2 | lm loss: 2.34E+00 "
      "|";
  for (const char* text :
       {" ", "i", "iteration", " iteration ", "12/",
        "elapsed time per iteration (ms):", "lm loss:", "E+00 |", "|", "(ms)", line.c_str()}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(line.find(text), Literal(text).find(line));
  }
  EXPECT_EQ(std::string::npos, Literal("grad norm:").find(line));
  EXPECT_EQ(std::string::npos, Literal(line + "x").find(line));
  EXPECT_EQ(std::string::npos, Literal("x").find(""));
}

TEST(Literal, IsFoundFromAnOffsetOn) {
  const Literal literal("ab");
  EXPECT_EQ(0U, literal.find("ab ab", 0));
  EXPECT_EQ(3U, literal.find("ab ab", 1));
  EXPECT_EQ(std::string::npos, literal.find("ab ab", 4));
  EXPECT_EQ(std::string::npos, literal.find("ab ab", 5));
  EXPECT_EQ(std::string::npos, literal.find("ab ab", 500));
}

// Few different bytes make near misses and overlaps frequent.
TEST(Literal, AgreesWithTheStandardSearchOnAnyText) {
  std::mt19937 random(7);
  auto text = [&random](std::size_t size) {
    std::string made(size, 'a');
    for (char& c : made) c = "ab (\xff"[random() % 5];
    return made;
  };
  for (int round = 0; round < 20000; ++round) {
    const std::string line = text(random() % 80);
    const std::string needle = text(1 + random() % 6);
    const std::size_t from = random() % 90;
    ASSERT_EQ(line.find(needle, from), Literal(needle).find(line, from))
        << '"' << needle << "\" in \"" << line << '"';
  }
}

}  // namespace
}  // namespace steptail::format
