// Two ways to say the same in a format file give the same records.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "format/rule_matcher.h"
#include "unit/format/test_formats.h"

namespace steptail::format {
namespace {

constexpr const char* kByKeys = R"(rules:
  - name: step
    when: ["step=", " loss="]
    progress: true
    fields:
      iteration: {after: "step="}
      loss: {after: "loss="}
      learning_rate: {after: "lr="}
      iteration_seconds: {after: "dt=", unit: ms}
)";

// As keys are found: not glued to a word before; what follows is left to the same reader.
constexpr const char* kByPattern = R"(rules:
  - name: step
    when: ["step=", " loss="]
    progress: true
    regex: '(?:^|\W)step=(?P<step> *[[(]? *[^ ]*)(?:.*\Wloss=(?P<loss> *[[(]? *[^ ]*))?(?:.*\Wlr=(?P<lr> *[[(]? *[^ ]*))?(?:.*\Wdt=(?P<dt> *[[(]? *[^ ]*))?'
    fields:
      iteration: {group: step}
      loss: {group: loss}
      learning_rate: {group: lr}
      iteration_seconds: {group: dt, unit: ms}
)";

// The same keys found by one search for all, and by one search each (too few to be scanned).
constexpr const char* kFewKeys = R"(rules:
  - name: step
    when: ["step=", " loss="]
    progress: true
    fields:
      iteration: {after: "step="}
      loss: {after: "loss="}
      iteration_seconds: {after: "dt=", unit: ms}
)";

std::string match(RuleMatcher& matcher, std::string_view line) {
  const auto records = matcher.match({.text = line});
  return records.empty() ? "" : text_of(records[0]);
}

class Lines {
 public:
  std::string next() {
    std::string line = pick({"", "[2024-05-06 07:08:09] ", "rank 3 "}) + "step=" + number();
    line += " loss=" + number();
    if (chance(2)) line += pick({" ", ", ", " | "}) + "lr=" + number();
    if (chance(2)) line += pick({" ", ", ", " | "}) + "dt=" + number();
    return line + pick({"", " done", " |"});
  }

 private:
  bool chance(unsigned n) { return random_() % n == 0; }
  std::string pick(const std::vector<std::string>& choices) {
    return choices[random_() % choices.size()];
  }
  std::string number() {
    return pick({"", " ", "[", "( "}) +
           pick({"7",           "12345", "0.5", "-2.25", "1e-05", "3.14E+00", "nan",
                 "inf",         "None",  "N/A", "1.2k",  "950ms", "5,423",    "12%",
                 "2.4[rank3]:", "1.2.3", "x7",  "7x",    "?",     "06:15:58", "2024-04-10"});
  }

  std::mt19937 random_{20240607};
};

TEST(Differential, KeysAndPatternOfTheSameRuleAgree) {
  RuleMatcher by_keys(format_of(kByKeys), {});
  RuleMatcher by_pattern(format_of(kByPattern), {});
  Lines lines;
  int matched = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string line = lines.next();
    const std::string expected = match(by_pattern, line);
    ASSERT_EQ(expected, match(by_keys, line)) << line;
    matched += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(matched, 2000) << "the lines must be worth comparing";
  EXPECT_LT(matched, 18000);
}

TEST(Differential, ManyKeysAndFewKeysAgree) {
  RuleMatcher many(format_of(kByKeys), {});
  RuleMatcher few(format_of(kFewKeys), {});
  Lines lines;
  for (int i = 0; i < 20000; ++i) {
    const std::string line = lines.next();
    std::string expected = match(many, line);
    if (const std::size_t at = expected.find(" learning_rate"); at != std::string::npos) {
      expected.erase(at, expected.find(' ', at + 1) - at);
    }
    ASSERT_EQ(expected, match(few, line)) << line;
  }
}

TEST(Differential, SavingAndLoadingAnywhereChangesNothing) {
  const auto formats = format_of(R"(rules:
  - {name: step, when: "step=", fields: {iteration: {after: "step="}}}
  - {name: bar, when: "it/s", weak: true, fields: {iterations_per_second: {after: ","}}}
  - {name: open, when: "begin", opens: block}
  - {name: row, in: block, when: ":", fields: {loss: {after: ":"}}}
)");
  constexpr std::array<std::string_view, 6> kKinds = {"step=1", ", 2it/s", "begin",
                                                      " a: 5",  "other",   ""};
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    RuleMatcher whole(formats, {});
    RuleMatcher cut(formats, {});
    for (int i = 0; i < 20; ++i) {
      const std::string_view line = kKinds[random() % kKinds.size()];
      ASSERT_EQ(match(whole, line), match(cut, line));
      if (random() % 3 != 0) continue;
      base::ByteWriter out;
      cut.save(out);
      cut = RuleMatcher(formats, {});
      base::ByteReader in(out.bytes());
      cut.load(in);
      ASSERT_TRUE(in.ok() && in.at_end());
      ASSERT_EQ(whole.format_names(), cut.format_names());
    }
  }
}

// Two matchers that take turns on one scratch do not see each other's lines.
TEST(Differential, SharingAScratchChangesNothing) {
  const auto formats = format_of(kByKeys);
  const auto scratch = make_match_scratch();
  RuleMatcher alone(formats, {});
  RuleMatcher first(formats, {}, scratch);
  RuleMatcher second(format_of(kFewKeys), {}, scratch);
  Lines lines;
  for (int i = 0; i < 2000; ++i) {
    const std::string line = lines.next();
    (void)match(second, lines.next());
    ASSERT_EQ(match(alone, line), match(first, line)) << line;
  }
}

}  // namespace
}  // namespace steptail::format
