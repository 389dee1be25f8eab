#include "format/near_miss.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/format/test_formats.h"

namespace steptail::format {
namespace {

using ::testing::HasSubstr;

constexpr const char* kRules = R"(rules:
  - name: step
    when: ["[acme] step=", "loss="]
    unless: "dry run"
    progress: true
    fields: {iteration: {after: "step="}, loss: {after: "loss="}}
  - {name: saved, when: "[acme] checkpoint written", event: checkpoint_saved}
  - {name: object, json: true, when: "STATS ", fields: {loss: {path: loss}}}
  - {name: pattern, when: "accuracy of ", regex: 'of (?P<iteration>\d+)$'}
  - {name: late, when: "still warm", weak: true, state: loading}
)";

class NearMissTest : public testing::Test {
 protected:
  std::string miss(std::string_view line) {
    const auto found = nearest_miss(*formats_->find("test"), line);
    return found ? found->rule->name + ": " + found->reason : "none";
  }

  std::shared_ptr<const FormatSet> formats_ = format_of(kRules);
};

TEST_F(NearMissTest, NamesTheLiteralThatIsMissing) {
  EXPECT_EQ("step: 'loss=' is not in the line; it has 'los=2'", miss("[acme] step=7 los=2"));
  EXPECT_EQ(
      "saved: '[acme] checkpoint written' is not in the line; it has '[acme] checkpoint was wri'",
      miss("[acme] checkpoint was written"));
}

TEST_F(NearMissTest, NamesTheNumberThatCannotBeRead) {
  EXPECT_EQ("step: iteration: no number stands behind 'step='", miss("[acme] step=x loss=2"));
}

TEST_F(NearMissTest, NamesWhatForbidsTheRule) {
  EXPECT_EQ("step: 'unless' forbids 'dry run'", miss("[acme] step=7 loss=2 (dry run)"));
}

TEST_F(NearMissTest, TellsTornObjectsAndPatternsThatAreNotFound) {
  EXPECT_THAT(miss("STATS {\"loss\": 1.5"), HasSubstr("no whole JSON object"));
  EXPECT_THAT(miss("STATS {\"los\": 1.5}"), HasSubstr("no number at the path 'loss'"));
  EXPECT_EQ("pattern: its regex is not found in the line", miss("accuracy of 5 percent"));
}

TEST_F(NearMissTest, TellsAWeakRule) { EXPECT_THAT(miss("still warm"), HasSubstr("is weak")); }

TEST_F(NearMissTest, NamesNoRuleWhereNoneIsNear) {
  EXPECT_EQ("none", miss("once upon a time"));
  EXPECT_EQ("none", miss(""));
}

}  // namespace
}  // namespace steptail::format
