#include "format/rule_suggestion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "format/rule_matcher.h"
#include "unit/format/test_formats.h"

namespace steptail::format {
namespace {

using ::testing::HasSubstr;

std::string suggest(const std::vector<std::string>& lines) { return suggest_format("own", lines); }

// What the suggested format makes of a line.
std::string reads(const std::vector<std::string>& lines, std::string_view line) {
  const FormatSource source{.file = "own.yaml", .text = suggest(lines)};
  const auto formats = FormatSet::load({}, {&source, 1});
  if (!formats) return formats.error().front().to_string();
  RuleMatcher matcher(*formats, {});
  const auto records = matcher.match({.text = line});
  return records.empty() ? "nothing" : text_of(records[0]);
}

TEST(RuleSuggestion, ReadsNumbersByTheWordsInFrontOfThem) {
  EXPECT_EQ("line_1 iteration=8 loss=2.25 learning_rate=0.5 value{entropy}=0.125",
            reads({"[x] step=7 loss=2.5 lr=1e-4 entropy: 0.25"},
                  "[x] step=8 loss=2.25 lr=0.5 entropy: 0.125"));
}

TEST(RuleSuggestion, KnowsACountOfAPlan) {
  EXPECT_EQ("line_1 loss=2.25 iteration=8 iterations_planned=500",
            reads({"step 7/500 | loss 2.5"}, "step 8/500 | loss 2.25"));
}

TEST(RuleSuggestion, GivesARuleForEachKindOfLine) {
  const std::vector<std::string> lines = {"step=7 loss=2.5", "step=8 loss=2.25",
                                          "eval took=12.5 s recall=0.5"};
  EXPECT_EQ("line_2 value{took}=1 value{recall}=0.25", reads(lines, "eval took=1 s recall=0.25"));
  EXPECT_THAT(suggest(lines), testing::Not(HasSubstr("line_3")));
}

TEST(RuleSuggestion, QuotesWhatYamlWouldMisread) {
  EXPECT_EQ("line_1 iteration=8 loss=2",
            reads({"\t\"q\" \\ step=7 loss=2.5 # 'x'"}, "step=8 loss=2"));
}

TEST(RuleSuggestion, SaysNothingOfLinesWithoutNumbers) {
  EXPECT_EQ("", suggest({}));
  EXPECT_EQ("", suggest({"once upon a time", "2024-01-02 03:04:05 started", "step=7"}));
}

}  // namespace
}  // namespace steptail::format
