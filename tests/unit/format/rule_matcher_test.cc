#include "format/rule_matcher.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/format/test_formats.h"

namespace steptail::format {
namespace {

// The records of one line, "; " between.
std::string match(RuleMatcher& matcher, std::string_view line, std::string_view rank = {}) {
  std::string text;
  for (const Record& record : matcher.match({.text = line, .rank = rank})) {
    text += (text.empty() ? "" : "; ") + text_of(record);
  }
  return text;
}

std::string match_one(const std::string& rules, std::string_view line) {
  RuleMatcher matcher(format_of("rules:\n" + rules), {});
  return match(matcher, line);
}

constexpr const char* kStep = R"(
  - {name: step, when: "step=", progress: true, fields: {iteration: {after: "step="}, loss: {after: "loss="}}}
)";

TEST(RuleMatcher, ReadsTheFieldsOfARule) {
  EXPECT_EQ("step iteration=7 loss=3.25", match_one(kStep, "step=7 loss=3.25"));
  EXPECT_EQ("step iteration=7", match_one(kStep, "step=7 loss=None"));
  EXPECT_EQ("", match_one(kStep, "a step forward"));
  EXPECT_EQ("", match_one(kStep, ""));
}

TEST(RuleMatcher, AProgressRuleWithoutStepDoesNotMatch) {
  EXPECT_EQ("", match_one(kStep, "step=? loss=3.25"));
  EXPECT_EQ("", match_one(kStep, "step={step} loss={loss:.2f}"));
}

TEST(RuleMatcher, ARuleWithoutReadableNumberDoesNotMatch) {
  const std::string rules = R"(
  - {name: saved, when: "saved", event: checkpoint_saved, fields: {checkpoint_iteration: {after: "step"}}}
)";
  EXPECT_EQ("saved checkpoint_iteration=5", match_one(rules, "saved step 5"));
  EXPECT_EQ("", match_one(rules, "saved"));
}

TEST(RuleMatcher, TriesTheRuleWithTheLongestLiteralsFirst) {
  const std::string rules = R"(
  - {name: short, when: "loss", fields: {loss: {after: "loss"}}}
  - {name: long, when: ["loss", "step"], fields: {iteration: {after: "step"}}}
  - {name: longest, when: ["loss", "step", "eval"], fields: {validation_loss: {after: "loss"}}}
)";
  EXPECT_EQ("short loss=2", match_one(rules, "loss 2"));
  EXPECT_EQ("long iteration=5", match_one(rules, "step 5 loss 2"));
  EXPECT_EQ("longest validation_loss=2", match_one(rules, "step 5 loss 2 eval"));
  EXPECT_EQ("long iteration=5", match_one(rules, "eval step 5 loss None"));
}

TEST(RuleMatcher, UnlessRulesALineOut) {
  const std::string rules = R"(
  - {name: loss, when: "loss", unless: ["eval", "test"], fields: {loss: {after: "loss"}}}
)";
  EXPECT_EQ("loss loss=2", match_one(rules, "loss 2"));
  EXPECT_EQ("", match_one(rules, "eval loss 2"));
  EXPECT_EQ("", match_one(rules, "loss 2 test"));
}

TEST(RuleMatcher, TiesGoToTheSiteThenByNameThenByOrder) {
  const std::string rest = R"(rules:
  - {name: first, when: "loss", fields: {loss: {after: "loss"}}}
  - {name: second, when: "loss", fields: {loss: {after: "loss"}}}
)";
  RuleMatcher matcher(formats_of({format_file("beta", rest), format_file("alpha", rest)}), {});
  const auto records = matcher.match({.text = "loss 2"});
  ASSERT_EQ(1U, records.size());
  EXPECT_EQ("alpha", records[0].format_name);
  EXPECT_EQ("first", records[0].rule_name);

  const std::string samples = R"(samples:
  - {line: "loss 2", rule: first}
  - {line: "loss", rule: none}
)";
  const std::string one = R"(rules:
  - {name: first, when: "loss", fields: {loss: {after: "loss"}}}
)";
  const auto builtin = format_file("alpha", one + samples);
  const auto site = format_file("zeta", one + samples);
  auto formats = FormatSet::load({&builtin, 1}, {&site, 1});
  ASSERT_TRUE(formats);
  RuleMatcher with_site(*formats, {});
  EXPECT_EQ("zeta", with_site.match({.text = "loss 2"})[0].format_name);
}

TEST(RuleMatcher, SaysWhatARuleSays) {
  const std::string rules = R"(
  - {name: banner, when: "trainer v", attempt: true, state: starting}
  - {name: oom, when: "out of memory", event: failure, class: cuda_oom, role: cascade}
  - {name: rank_step, when: "took", per_step: true, fields: {phase_seconds: {after: "took", phase: forward}}}
)";
  RuleMatcher matcher(format_of("rules:\n" + rules), {});
  Record banner = matcher.match({.text = "trainer v2"})[0];
  EXPECT_EQ("test", banner.format_name);
  EXPECT_TRUE(banner.attempt);
  EXPECT_FALSE(banner.progress);
  EXPECT_EQ(State::Starting, banner.state);
  EXPECT_EQ(Event::None, banner.event);
  Record oom = matcher.match({.text = "out of memory"})[0];
  EXPECT_EQ(Event::Failure, oom.event);
  EXPECT_EQ(FailureClass::CudaOom, oom.failure);
  EXPECT_EQ(FailureRole::Cascade, oom.role);
  EXPECT_FALSE(oom.state);
  EXPECT_TRUE(matcher.match({.text = "took 5"})[0].per_step);
}

TEST(RuleMatcher, OfAlternativesTheFirstThatReadsANumberCounts) {
  const std::string rules = R"(
  - name: step
    when: "time"
    fields:
      iteration_seconds: [{after: "(ms):", unit: ms}, {after: "(s):", unit: s}]
      loss: {after: ["lm loss:", "loss:"]}
)";
  EXPECT_EQ("step iteration_seconds=0.5", match_one(rules, "time (ms): 500"));
  EXPECT_EQ("step iteration_seconds=0.5", match_one(rules, "time (s): 0.5"));
  EXPECT_EQ("step iteration_seconds=0.5 loss=2", match_one(rules, "time (ms): x (s): 0.5 loss: 2"));
  EXPECT_EQ("step loss=3", match_one(rules, "time loss: 2 | lm loss: 3"));
}

TEST(RuleMatcher, OfLabelledFieldsEveryOneCounts) {
  const std::string rules = R"(
  - name: step
    when: "step"
    fields:
      value:
        - {after: "entropy=", key: entropy}
        - {after: "tokens=", key: tokens, sum: true}
      memory_bytes: {after: "mem=", unit: GiB, kind: allocated}
      skipped_iterations: {after: "skipped=", absolute: true}
      finished_epochs: {after: "Epoch", plus: -1}
      nonfinite_iterations: {number: 1}
)";
  EXPECT_EQ(
      "step finished_epochs=2 memory_bytes{allocated}=1073741824 nonfinite_iterations=1 "
      "skipped_iterations:=3 value{entropy}=0.5 value{tokens}+=4096",
      [&rules] {
        // Fields come in the order of the file; sort them to name them by hand.
        RuleMatcher matcher(format_of("rules:\n" + rules), {});
        const Record record =
            matcher.match({.text = "step Epoch 3 entropy=0.5 tokens=4096 mem=1GB skipped=3"})[0];
        std::vector<std::string> words;
        std::string text = text_of(record) + " ";
        for (std::size_t at = 0; (at = text.find(' ')) != std::string::npos;
             text.erase(0, at + 1)) {
          words.push_back(text.substr(0, at));
        }
        std::sort(words.begin() + 1, words.end());
        std::string sorted;
        for (const std::string& word : words) sorted += (sorted.empty() ? "" : " ") + word;
        return sorted;
      }());
}

TEST(RuleMatcher, SentinelsAndNanAreNoNumberWhereTheyCannotBe) {
  const std::string rules = R"(
  - name: step
    when: "step"
    fields:
      iteration: {after: "step"}
      loss: {after: "loss"}
      gradient_norm: {after: "norm"}
      iteration_seconds: {after: "took", unit: ms}
)";
  EXPECT_EQ("step iteration=1 loss=nan gradient_norm=inf",
            match_one(rules, "step 1 loss nan norm inf took nanms"));
  EXPECT_EQ("step iteration=1 loss=-2", match_one(rules, "step 1 loss -2 norm -1 took -5"));
  EXPECT_EQ("", match_one(rules, "step nan"));
}

TEST(RuleMatcher, ReadsGroupsOfAPattern) {
  const std::string rules = R"(
  - name: eval
    when: "[eval]"
    regex: 'acc (?P<accuracy_ratio>[0-9.]+)% of (?P<ppl>[0-9.]+)(?: took (?P<time>\S+))?'
    labels: {accuracy_ratio: {split: validation}}
    fields:
      accuracy_ratio: {unit: percent}
      value: {group: ppl, key: ppl}
      checkpoint_duration_seconds: {group: time, unit: ms}
      loss: {after: "loss"}
)";
  EXPECT_EQ("eval accuracy_ratio{validation}=0.9872 value{ppl}=7.5",
            match_one(rules, "[eval] acc 98.72% of 7.5"));
  EXPECT_EQ(
      "eval accuracy_ratio{validation}=0.5 value{ppl}=7.5 checkpoint_duration_seconds=0.25 loss=2",
      match_one(rules, "[eval] loss 2 acc 50% of 7.5 took 250"));
  EXPECT_EQ("", match_one(rules, "[eval] loss 2"));
  EXPECT_EQ("", match_one(rules, "acc 98.72% of 7.5"));
}

TEST(RuleMatcher, APatternAloneIsACondition) {
  const std::string rules = R"(
  - {name: done, when: "done", regex: '^done\.$', event: finished}
)";
  EXPECT_EQ("done", match_one(rules, "done."));
  EXPECT_EQ("", match_one(rules, "all done."));
}

TEST(RuleMatcher, PatternsReadBytes) {
  const std::string rules = R"(
  - {name: bar, when: "|", regex: '^(?P<epoch>\d+)%\|.*\| end', fields: {epoch: {}}}
)";
  EXPECT_EQ("bar epoch=5", match_one(rules, "5%|\xe2\x96\x88\xe2\x96 | end"));
}

TEST(RuleMatcher, ReadsJson) {
  const std::string rules = R"(
  - name: stats
    json: true
    when: "STATS "
    fields:
      iteration: {path: step}
      memory_bytes: {path: gpu.peak, unit: MiB, kind: max_allocated}
      loss_component: {path: losses.aux, component: aux}
  - {name: dict, json: true, when: "{'loss'", fields: {loss: {path: loss}, learning_rate: {path: lr}}}
  - {name: line, json: true, fields: {loss: {path: loss}, progress_ratio: {path: clip, unit: percent}}}
)";
  EXPECT_EQ(
      "stats iteration=7 memory_bytes{max_allocated}=2097152 loss_component{aux}=0.5",
      match_one(rules, R"(12:00 STATS {"step": 7, "gpu": {"peak": 2}, "losses": {"aux": 0.5}} x)"));
  EXPECT_EQ("line loss=13.25 progress_ratio=0.5",
            match_one(rules, R"({"loss": "13.25", "clip": "50%"})"));
  EXPECT_EQ("dict loss=2.5 learning_rate=1e-05",
            match_one(rules, "100%|###| 7/7 [00:01]{'loss': 2.5, 'lr': [1e-05, 2e-05]}\t"));
  EXPECT_EQ("dict loss=0.5", match_one(rules, "{'loss': np.float64(0.5), 'lr': None}"));
  EXPECT_EQ("", match_one(rules, R"(STATS {"step": 7, "gpu": {"peak": 2)"));
  EXPECT_EQ("", match_one(rules, R"(STATS step 7)"));
  EXPECT_EQ("", match_one(rules, R"(see {"loss": 2})"));
}

TEST(RuleMatcher, WeakRulesWaitForAStrongOneOfTheirFormat) {
  const std::string strong = R"(rules:
  - {name: step, when: "step=", fields: {iteration: {after: "step="}}}
  - {name: bar, when: "it/s", weak: true, fields: {iterations_per_second: {after: ","}}}
)";
  const std::string other = "rules:\n  - {name: other, when: \"other\", state: loading}\n";
  RuleMatcher matcher(formats_of({format_file("bars", strong), format_file("other", other)}), {});
  EXPECT_EQ("", match(matcher, "[00:01, 8.5it/s]"));
  EXPECT_FALSE(matcher.recognised());
  EXPECT_EQ("other", match(matcher, "other"));
  EXPECT_EQ("", match(matcher, "[00:01, 8.5it/s]"));
  EXPECT_EQ("step iteration=1", match(matcher, "step=1"));
  EXPECT_EQ("bar iterations_per_second=8.5", match(matcher, "[00:01, 8.5it/s]"));
  EXPECT_EQ("bars,other", matcher.format_names());
}

TEST(RuleMatcher, WeakRulesOfTheOneFormatThatIsNamedWaitForNone) {
  const std::string bars = R"(rules:
  - {name: bar, when: "it/s", weak: true, fields: {iterations_per_second: {after: ","}}}
)";
  const auto formats =
      formats_of({format_file("bars", bars), format_file("test", "rules:" + std::string(kStep))});
  RuleMatcher named(formats, {"bars"});
  named.trust();
  EXPECT_FALSE(named.recognised());
  EXPECT_EQ("bar iterations_per_second=8.5", match(named, "[00:01, 8.5it/s]"));
  EXPECT_EQ("bars", named.format_names());
  RuleMatcher one_of_two(formats, {"bars", "test"});
  one_of_two.trust();
  EXPECT_EQ("", match(one_of_two, "[00:01, 8.5it/s]"));
  EXPECT_FALSE(one_of_two.recognised());
}

TEST(RuleMatcher, CommonRulesGiveASecondRecordAndRecogniseNothing) {
  const std::string common = R"(common: true
rules:
  - {name: oom, when: "out of memory", event: failure, class: cuda_oom}
)";
  RuleMatcher matcher(formats_of({format_file("events", common),
                                  format_file("test", "rules:" + std::string(kStep))}),
                      {"test"});
  EXPECT_EQ("oom", match(matcher, "out of memory"));
  EXPECT_FALSE(matcher.recognised());
  EXPECT_EQ("", matcher.format_names());
  EXPECT_EQ("step iteration=7; oom", match(matcher, "step=7 out of memory"));
  const auto records = matcher.match({.text = "step=7 out of memory"});
  EXPECT_FALSE(records[0].common);
  EXPECT_TRUE(records[1].common);
  EXPECT_TRUE(matcher.recognised());
  EXPECT_EQ("test", matcher.format_names());
}

TEST(RuleMatcher, TriesOnlyTheFormatsItIsGiven) {
  const std::string rest = "rules:" + std::string(kStep);
  RuleMatcher matcher(formats_of({format_file("alpha", rest), format_file("beta", rest)}),
                      {"beta"});
  EXPECT_EQ("beta", matcher.match({.text = "step=1"})[0].format_name);
  RuleMatcher unknown(formats_of({format_file("alpha", rest)}), {"gamma"});
  EXPECT_TRUE(unknown.match({.text = "step=1"}).empty());
}

TEST(RuleMatcher, ReadsIncludedRulesAsTheirIncludersOwn) {
  const std::string bars = R"(rules:
  - {name: bar, when: "it/s", weak: true, fields: {iterations_per_second: {after: ","}}}
  - {name: done, when: "done", weak: true, event: finished}
)";
  const std::string user = R"(include: [bars]
rules:
  - {name: step, when: "step=", fields: {iteration: {after: "step="}}}
  - {name: done, when: "done", state: loading}
)";
  RuleMatcher matcher(formats_of({format_file("bars", bars), format_file("user", user)}), {});
  EXPECT_EQ("", match(matcher, ", 8.5it/s"));
  EXPECT_EQ("step iteration=1", match(matcher, "step=1"));
  EXPECT_EQ("bar iterations_per_second=8.5", match(matcher, ", 8.5it/s"));
  EXPECT_EQ("user", matcher.match({.text = ", 8.5it/s"})[0].format_name);
  EXPECT_EQ(Event::None, matcher.match({.text = "done"})[0].event) << "its own rule replaces it";
}

TEST(RuleMatcher, RanksLabelPhases) {
  const std::string rules = R"(
  - name: timers
    when: "time (ms) |"
    rank: {after: "rank="}
    each: {separator: "|", key_end: ":", field: phase_seconds, label: phase, unit: ms}
    fields: {iteration: {after: "step="}}
)";
  EXPECT_EQ("timers iteration=7 phase_seconds{forward,3}=0.0275",
            match_one(rules, "rank=3 step=7 time (ms) | forward: 27.5"));
  EXPECT_EQ("timers phase_seconds{forward}=0.0275",
            match_one(rules, "rank=? time (ms) | forward: 27.5"));
}

TEST(RuleMatcher, AFullRecordLeavesOutTheRest) {
  std::string line = "x |";
  for (int i = 0; i < 100; ++i) line += " k" + std::to_string(i) + ": 1 |";
  RuleMatcher matcher(format_of(R"(rules:
  - {name: many, when: "x |", each: {separator: "|", key_end: ":", field: value, label: key}}
)"),
                      {});
  EXPECT_EQ(Record::kMaxValues, matcher.match({.text = line})[0].values().size());
}

}  // namespace
}  // namespace steptail::format
