#include <gtest/gtest.h>

#include <string>

#include "base/codec.h"
#include "format/rule_matcher.h"
#include "unit/format/test_formats.h"

namespace steptail::format {
namespace {

constexpr const char* kRules = R"(rules:
  - {name: epoch, when: "Epoch ", weak: true, early: true, fields: {epoch: {after: "Epoch"}}}
  - {name: planned, when: "steps: ", weak: true, early: true, fields: {iterations_planned: {after: "steps:"}}}
  - {name: step, when: "step=", progress: true, fields: {iteration: {after: "step="}}}
)";

std::string match(RuleMatcher& matcher, std::string_view line) {
  std::string text;
  for (const Record& record : matcher.match({.text = line})) {
    text += (text.empty() ? "" : " | ") + text_of(record);
  }
  return text;
}

TEST(EarlyLines, CountBeforeTheFirstStrongLineOfTheirFormat) {
  RuleMatcher matcher(format_of(kRules), {});
  EXPECT_EQ("", match(matcher, "Epoch 3"));
  EXPECT_FALSE(matcher.recognised());
  EXPECT_EQ("", match(matcher, "a warning"));
  EXPECT_EQ("", match(matcher, "steps: 50"));
  EXPECT_EQ("epoch epoch=3 | planned iterations_planned=50 | step iteration=1",
            match(matcher, "step=1"));
  EXPECT_EQ("step iteration=2", match(matcher, "step=2"));
  EXPECT_EQ("epoch epoch=4", match(matcher, "Epoch 4")) << "a weak line as any other from then on";
}

TEST(EarlyLines, TheLastOfARuleCounts) {
  RuleMatcher matcher(format_of(kRules), {});
  match(matcher, "Epoch 1");
  match(matcher, "steps: 50");
  match(matcher, "Epoch 2");
  EXPECT_EQ("planned iterations_planned=50 | epoch epoch=2 | step iteration=1",
            match(matcher, "step=1"));
}

TEST(EarlyLines, OfOneFormatDoNotCountForAnother) {
  RuleMatcher matcher(formats_of({format_file("one", kRules), format_file("other", R"(rules:
  - {name: other, when: "other=", progress: true, fields: {iteration: {after: "other="}}}
)")}),
                      {});
  match(matcher, "Epoch 1");
  EXPECT_EQ("other iteration=7", match(matcher, "other=7"));
  EXPECT_EQ("epoch epoch=1 | step iteration=1", match(matcher, "step=1"));
}

TEST(EarlyLines, SurviveARestart) {
  const auto formats = format_of(kRules);
  RuleMatcher before(formats, {});
  match(before, "Epoch 5");
  base::ByteWriter out;
  before.save(out);
  RuleMatcher after(formats, {});
  base::ByteReader in(out.bytes());
  after.load(in);
  EXPECT_EQ("epoch epoch=5 | step iteration=1", match(after, "step=1"));
}

TEST(EarlyLines, NeedAWeakRule) {
  const auto source = format_file("test", R"(rules:
  - {name: step, when: "step=", early: true, progress: true, fields: {iteration: {after: "step="}}}
)");
  EXPECT_FALSE(FormatSet::load_unproved({&source, 1}));
}

}  // namespace
}  // namespace steptail::format
