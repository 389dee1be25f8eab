#include "format/literal_scanner.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace steptail::format {
namespace {

std::vector<std::string> found(const std::vector<std::string>& literals, std::string_view line) {
  const LiteralScanner scanner(literals);
  LiteralHits hits;
  scanner.scan(line, hits);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (hits.find(static_cast<std::uint16_t>(i)) != LiteralHits::kNowhere)
      texts.push_back(literals[i]);
  }
  return texts;
}

std::vector<std::string> found_slowly(const std::vector<std::string>& literals,
                                      std::string_view line) {
  std::vector<std::string> texts;
  for (const std::string& literal : literals) {
    if (line.find(literal) != std::string_view::npos) texts.push_back(literal);
  }
  return texts;
}

TEST(LiteralScanner, FindsLiteralsAtEvenAndOddPlaces) {
  const std::vector<std::string> literals = {"|", "s=", "lr=", "step=", "global_step="};
  for (std::string_view line :
       {"", "|", "x|", "s=", "xs=", "lr=", "xlr=", "xxlr=", "step=7", " step=7",
        "global_step=7 lr=1|", " global_step=7 lr=1 |", "step", "ste p=", "l r="}) {
    SCOPED_TRACE(line);
    EXPECT_EQ(found_slowly(literals, line), found(literals, line));
  }
}

TEST(LiteralScanner, FindsLiteralsThatHoldEachOther) {
  const std::vector<std::string> literals = {"loss", "lm loss", "lm loss:", "ss:", "oss", "s"};
  EXPECT_EQ(literals, found(literals, "| lm loss: 2"));
  EXPECT_EQ(literals, found(literals, "|lm loss: 2"));
}

TEST(LiteralScanner, FindsNothingWithoutLiterals) { EXPECT_TRUE(found({}, "a line").empty()); }

TEST(LiteralScanner, AgreesWithASearchForEachOnAnyText) {
  std::mt19937 random(11);
  auto text = [&random](std::size_t size) {
    std::string made(size, 'a');
    for (char& c : made) c = "ab:\xe2"[random() % 4];
    return made;
  };
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::string> literals(1 + random() % 12);
    for (std::string& literal : literals) literal = text(1 + random() % 7);
    const std::string line = text(random() % 60);
    ASSERT_EQ(found_slowly(literals, line), found(literals, line)) << line;
  }
}

TEST(LiteralScanner, SaysWhereALiteralStandsFirst) {
  std::mt19937 random(13);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::string> literals(1 + random() % 5);
    for (std::string& literal : literals) literal.assign(1 + random() % 9, 'a');
    std::string line(random() % 60, 'a');
    for (char& c : line) c = random() % 6 == 0 ? 'b' : 'a';
    const LiteralScanner scanner(literals);
    LiteralHits hits;
    scanner.scan(line, hits);
    for (std::size_t i = 0; i < literals.size(); ++i) {
      ASSERT_EQ(line.find(literals[i]), hits.find(static_cast<std::uint16_t>(i)))
          << '"' << literals[i] << "\" in \"" << line << '"';
    }
  }
}

TEST(LiteralScanner, ForgetsTheLineBefore) {
  const std::vector<std::string> literals = {"loss", "step"};
  const LiteralScanner scanner(literals);
  LiteralHits hits;
  scanner.scan("loss and step", hits);
  EXPECT_EQ(2U, hits.ids().size());
  scanner.scan("loss and loss", hits);
  EXPECT_EQ(1U, hits.ids().size());
  EXPECT_TRUE(hits.find(0) != LiteralHits::kNowhere);
  EXPECT_FALSE(hits.find(1) != LiteralHits::kNowhere);
}

}  // namespace
}  // namespace steptail::format
