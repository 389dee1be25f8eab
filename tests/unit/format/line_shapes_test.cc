#include "format/line_shapes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "format/rule_matcher.h"
#include "unit/format/test_formats.h"

namespace steptail::format {
namespace {

using Rules = std::vector<std::uint16_t>;

RulesByKind of_frameworks(Rules rules) { return {std::move(rules), {}}; }

TEST(LineShapes, KnowALineThatDiffersInItsNumbersAlone) {
  LineShapes shapes;
  EXPECT_EQ(nullptr, shapes.find("step 7 of 90"));
  shapes.remember("step 7 of 90", of_frameworks(Rules{3, 5}));
  for (const char* line : {"step 7 of 90", "step 123456 of 1", "step 0 of 00"}) {
    const LineShapes::Known* known = shapes.find(line);
    ASSERT_NE(nullptr, known) << line;
    EXPECT_EQ((Rules{3, 5}), known->rules[0]);
  }
}

TEST(LineShapes, TellLinesApartThatDifferInAnythingElse) {
  LineShapes shapes;
  shapes.remember("step 7 of 90", of_frameworks(Rules{1}));
  for (const char* line :
       {"", "7", "step 7", "step 7 of ", "step 7 of 90 ", "step  of 90", " step 7 of 90",
        "step 7 of 90.5", "Step 7 of 90", "step 7 oF 90", "step 7of 90"}) {
    EXPECT_EQ(nullptr, shapes.find(line)) << line;
  }
}

TEST(LineShapes, KnowLinesThatBeginOrEndWithNumbersOrHaveNone) {
  LineShapes shapes;
  shapes.remember("12", of_frameworks(Rules{1}));
  shapes.remember("3 left", of_frameworks(Rules{2}));
  shapes.remember("left 3", of_frameworks(Rules{3}));
  shapes.remember("nothing", of_frameworks(Rules{4}));
  EXPECT_EQ(Rules{1}, shapes.find("7")->rules[0]);
  EXPECT_EQ(Rules{2}, shapes.find("44 left")->rules[0]);
  EXPECT_EQ(Rules{3}, shapes.find("left 44")->rules[0]);
  EXPECT_EQ(Rules{4}, shapes.find("nothing")->rules[0]);
  EXPECT_EQ(nullptr, shapes.find("nothing 1"));
}

TEST(LineShapes, ForgetTheOldestWhenThereAreTooMany) {
  LineShapes shapes;
  auto line = [](std::size_t i) { return std::string(i + 1, 'x') + " 1"; };
  for (std::size_t i = 0; i <= LineShapes::kMaxShapes; ++i) {
    shapes.remember(line(i), of_frameworks(Rules{static_cast<std::uint16_t>(i)}));
  }
  EXPECT_EQ(nullptr, shapes.find(line(0)));
  for (std::size_t i = 1; i <= LineShapes::kMaxShapes; ++i) {
    const LineShapes::Known* known = shapes.find(line(i));
    ASSERT_NE(nullptr, known) << i;
    EXPECT_EQ(Rules{static_cast<std::uint16_t>(i)}, known->rules[0]);
  }
}

TEST(LineShapes, LeaveOutLinesOfTooManyNumbersAndKeepTheOthers) {
  LineShapes shapes;
  for (std::size_t i = 0; i < LineShapes::kMaxShapes; ++i) {
    shapes.remember(std::string(i + 1, 'x') + " 1", of_frameworks(Rules{1}));
  }
  std::string many;
  for (std::size_t i = 0; i <= LineShapes::kMaxNumbers; ++i) many += "7 ";
  shapes.remember(many, of_frameworks(Rules{2}));
  EXPECT_EQ(nullptr, shapes.find(many));
  ASSERT_NE(nullptr, shapes.find("x 5"));
  many.resize(many.size() - 2);
  shapes.remember(many, of_frameworks(Rules{3}));
  ASSERT_NE(nullptr, shapes.find(many));
  EXPECT_EQ(LineShapes::kMaxNumbers, shapes.layout().digits().size());
}

TEST(LineShapes, LeadToNothingThatWasForgotten) {
  LineShapes shapes;
  auto line = [](std::size_t i) { return std::string(i + 1, 'x') + " 1"; };
  auto met = [&](std::size_t i) {
    if (shapes.find(line(i)) == nullptr) shapes.remember(line(i), of_frameworks(Rules{9}));
  };
  for (std::size_t i : {0U, 1U, 2U, 1U, 2U}) met(i);
  shapes.forget();
  for (std::size_t i : {0U, 1U}) met(i);
  EXPECT_EQ(nullptr, shapes.find(line(2)));
}

TEST(LineShapes, KeepFewOfLinesThatNeverComeAgain) {
  LineShapes shapes;
  std::size_t wanted = 0;
  for (int i = 0; i < 1000; ++i) wanted += shapes.wants_more("x");
  EXPECT_LT(wanted, 150U);
  EXPECT_GT(wanted, LineShapes::kMaxShapes);
  EXPECT_FALSE(LineShapes().wants_more(std::string(LineShapes::kMaxLineBytes + 1, 'x')));
}

TEST(ShapeOf, WritesEachNumberAsOneDigit) {
  EXPECT_EQ("step 0 of 0", shape_of("step 7 of 1000"));
  EXPECT_EQ("0.0x0", shape_of("12.5x99"));
  EXPECT_EQ("", shape_of(""));
}

// A matcher that has seen other lines finds in a line what a new one finds, also where literals
// have digits in them.
TEST(LineShapes, ChangeNothingThatIsFound) {
  const auto formats = format_of(R"(rules:
  - {name: a, when: "ab: ", fields: {loss: {after: "ab: "}}}
  - {name: b, when: ["b2 ", "ab"], fields: {loss: {after: "b2 "}}}
  - {name: c, when: "a1b", state: loading}
  - {name: d, when: ["ba ab", ": "], unless: "1 b", state: compiling}
)");
  RuleMatcher warm(formats, {});
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string line(4 + random() % 12, ' ');
    for (char& c : line) c = "ab12: "[random() % 6];
    RuleMatcher fresh(formats, {});
    auto found = [&line](RuleMatcher& matcher) {
      const auto records = matcher.match({.text = line});
      return records.empty() ? std::string() : text_of(records.front());
    };
    ASSERT_EQ(found(fresh), found(warm)) << "'" << line << "'";
  }
}

}  // namespace
}  // namespace steptail::format
