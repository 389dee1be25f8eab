#include <gtest/gtest.h>

#include <string>

#include "format/rule_matcher.h"
#include "unit/format/test_formats.h"

namespace steptail::format {
namespace {

constexpr const char* kTimers = R"(rules:
  - {name: timers, when: "time across ranks (ms):", opens: timers}
  - name: timer
    in: timers
    when: "..: "
    each: {separator: "|", key_end: ":", field: phase_seconds, label: phase, unit: ms}
  - {name: listing, when: "times across ranks (ms):", opens: names}
  - {name: timer_name, in: names, when: ":", regex: '^ +(?P<label>[a-z -]+):$', opens: ranks}
  - {name: next_name, in: ranks, when: ":", regex: '^ +(?P<label>[a-z -]+):$', opens: ranks}
  - name: timer_rank
    in: ranks
    when: "rank "
    rank: {after: "rank"}
    each: {separator: "|", key_end: ":", field: phase_seconds, label: {from: block}, unit: ms}
  - {name: step, when: "step=", fields: {iteration: {after: "step="}}}
)";

class Blocks : public testing::Test {
 protected:
  std::string match(std::string_view line, std::string_view rank = {}) {
    const auto records = matcher_.match({.text = line, .rank = rank});
    return records.empty() ? "" : text_of(records[0]);
  }

  std::shared_ptr<const FormatSet> formats_ = format_of(kTimers);
  RuleMatcher matcher_{formats_, {}};
};

TEST_F(Blocks, RulesInABlockMatchOnlyWhileItIsOpen) {
  EXPECT_EQ("", match("    forward ...: 12.5"));
  EXPECT_EQ("timers", match("max time across ranks (ms):"));
  EXPECT_EQ("timer phase_seconds{forward}=0.0125", match("    forward ...: 12.5"));
  EXPECT_EQ("timer phase_seconds{backward}=0.025", match("    backward ..: 25"));
  EXPECT_EQ("", match("another line"));
  EXPECT_EQ("", match("    forward ...: 12.5")) << "the block has ended";
}

TEST_F(Blocks, BlankLinesEndNothing) {
  match("max time across ranks (ms):");
  EXPECT_EQ("", match(""));
  EXPECT_EQ("", match("   \t"));
  EXPECT_EQ("timer phase_seconds{forward}=0.0125", match("    forward ...: 12.5"));
}

TEST_F(Blocks, NoneGoesOnWhenTheFileStartsAnew) {
  match("max time across ranks (ms):");
  matcher_.close_blocks();
  EXPECT_EQ("", match("    forward ...: 12.5"));
}

TEST_F(Blocks, ABlockThatNoRuleStandsInEndsTheOneBefore) {
  RuleMatcher matcher(format_of(R"(rules:
  - {name: begin, when: "begin", opens: block}
  - {name: row, in: block, when: ":", state: loading}
  - {name: last, in: block, when: "last:", opens: nothing}
)"),
                      {});
  (void)matcher.match({.text = "begin"});
  EXPECT_EQ("row", matcher.match({.text = "a:"})[0].rule_name);
  EXPECT_EQ("last", matcher.match({.text = "last:"})[0].rule_name);
  EXPECT_TRUE(matcher.match({.text = "a:"}).empty());
}

TEST_F(Blocks, LinesOfABlockThatSaysItsStepAreOfThatStep) {
  RuleMatcher matcher(format_of(R"(rules:
  - {name: table, when: "table", opens: table}
  - {name: step, in: table, when: "step=", progress: true, fields: {iteration: {after: "step="}}}
  - {name: loss, in: table, when: "loss=", fields: {loss: {after: "loss="}}}
  - {name: evaluation, when: "evaluation", opens: evaluation}
  - {name: score, in: evaluation, when: "score=", state: evaluating}
)"),
                      {});
  (void)matcher.match({.text = "table"});
  EXPECT_TRUE(matcher.match({.text = "step=5"})[0].progress);
  EXPECT_TRUE(matcher.match({.text = "loss=nan"})[0].continues);
  (void)matcher.match({.text = "evaluation"});
  EXPECT_FALSE(matcher.match({.text = "score=1"})[0].continues);
}

TEST_F(Blocks, AnotherRulesLineEndsTheBlock) {
  match("max time across ranks (ms):");
  EXPECT_EQ("step iteration=5", match("step=5"));
  EXPECT_EQ("", match("    forward ...: 12.5"));
}

TEST_F(Blocks, EveryRankHasItsOwn) {
  match("max time across ranks (ms):", "0");
  EXPECT_EQ("", match("a line of another rank", "1"));
  EXPECT_EQ("", match("    forward ...: 12.5", "1"));
  EXPECT_EQ("", match("    forward ...: 12.5")) << "nor the lines of no rank";
  EXPECT_EQ("timer phase_seconds{forward}=0.0125", match("    forward ...: 12.5", "0"));
}

TEST_F(Blocks, ALabelComesFromTheLineThatOpened) {
  match("times across ranks (ms):");
  EXPECT_EQ("timer_name", match("  forward-compute:"));
  EXPECT_EQ("timer_rank phase_seconds{forward_compute,0}=0.0125", match("     rank  0: 12.5"));
  EXPECT_EQ("timer_rank phase_seconds{forward_compute,1}=0.013", match("     rank  1: 13"));
  EXPECT_EQ("next_name", match("  backward time:"));
  EXPECT_EQ("timer_rank phase_seconds{backward,0}=0.02", match("     rank  0: 20"));
}

TEST_F(Blocks, SurviveSavingAndLoading) {
  match("times across ranks (ms):", "3");
  match("  forward-compute:", "3");
  base::ByteWriter out;
  matcher_.save(out);
  RuleMatcher other(formats_, {});
  base::ByteReader in(out.bytes());
  other.load(in);
  EXPECT_TRUE(in.ok());
  EXPECT_TRUE(in.at_end());
  EXPECT_EQ("test", other.format_names());
  EXPECT_EQ("timer_rank phase_seconds{forward_compute,0}=0.0125",
            text_of(other.match({.text = "     rank  0: 12.5", .rank = "3"})[0]));
}

TEST_F(Blocks, StayOpenOverAReload) {
  match("max time across ranks (ms):");
  matcher_.rebind(format_of(kTimers));
  EXPECT_EQ("test", matcher_.format_names());
  EXPECT_EQ("timer phase_seconds{forward}=0.0125", match("    forward ...: 12.5"));
  matcher_.rebind(format_of("rules:\n  - {name: step, when: \"step=\", state: loading}\n"));
  EXPECT_EQ("", match("    forward ...: 12.5"));
  EXPECT_EQ("test", matcher_.format_names()) << "what was seen stays";
}

TEST_F(Blocks, AreBounded) {
  for (int rank = 0; rank < 5000; ++rank) {
    match("max time across ranks (ms):", std::to_string(rank));
  }
  base::ByteWriter out;
  matcher_.save(out);
  EXPECT_LT(out.bytes().size(), 64U * 1024);
  EXPECT_EQ("timer phase_seconds{forward}=0.0125", match("    forward ...: 12.5", "4999"));
  EXPECT_EQ("", match("    forward ...: 12.5", "0")) << "the oldest are forgotten";
}

TEST_F(Blocks, DamagedStateIsAsNew) {
  match("times across ranks (ms):", "3");
  match("step=1");
  base::ByteWriter out;
  matcher_.save(out);
  for (std::size_t size = 0; size < out.bytes().size(); ++size) {
    RuleMatcher other(formats_, {});
    base::ByteReader in(std::string_view(out.bytes()).substr(0, size));
    other.load(in);
    EXPECT_FALSE(in.ok());
    EXPECT_FALSE(other.recognised());
    EXPECT_TRUE(other.match({.text = "    forward ...: 12.5", .rank = "3"}).empty());
  }
}

TEST(BlocksOfCommonRules, AreApartFromThoseOfFrameworks) {
  const std::string common = R"(common: true
rules:
  - {name: begin, when: "Traceback", opens: traceback}
  - {name: frame, in: traceback, when: "  ", regex: '^\s'}
  - {name: error, in: traceback, when: "Error", event: failure, class: traceback}
  - {name: bare, when: "Error", event: failure, class: other}
)";
  RuleMatcher matcher(formats_of({format_file("events", common), format_file("test", kTimers)}),
                      {});
  auto match = [&matcher](std::string_view line) {
    std::string text;
    for (const Record& record : matcher.match({.text = line})) text += text_of(record) + ";";
    return text;
  };
  EXPECT_EQ("bare;", match("ValueError: x"));
  EXPECT_EQ("begin;", match("Traceback (most recent call last):"));
  EXPECT_EQ("frame;", match("  File \"a.py\", line 7"));
  EXPECT_EQ("error;", match("ValueError: x")) << "of equal literals the open block's rule wins";
  EXPECT_EQ("error;", match("KeyError: y")) << "still in the block";
  EXPECT_EQ("step iteration=1;", match("step=1"));
  EXPECT_EQ("bare;", match("ValueError: x")) << "the step ended it";
}

}  // namespace
}  // namespace steptail::format
