// A line that is read by the plan of its shape gives what its rule gives.
#include "format/line_plan.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/letters.h"
#include "format/format_loader.h"
#include "format/format_set.h"
#include "format/rule_matcher.h"
#include "unit/format/test_formats.h"

namespace steptail::format {
namespace {

std::string text_of_all(std::span<const Record> records) {
  std::string text;
  for (const Record& record : records) {
    text += std::string(record.format_name) + " " + text_of(record) + "\n";
  }
  return text;
}

// The matcher of `formats` that remembers no shape: another one takes every second turn on its
// scratch.
class Forgetful {
 public:
  explicit Forgetful(const std::shared_ptr<const FormatSet>& formats)
      : matcher_(formats, {}, scratch_),
        other_(format_of("rules:\n  - {name: a, when: zzz, state: loading}\n"), {}, scratch_) {}
  std::string match(std::string_view line) {
    (void)other_.match({.text = "nothing"});
    return text_of_all(matcher_.match({.text = line}));
  }

 private:
  std::shared_ptr<MatchScratch> scratch_ = make_match_scratch();
  RuleMatcher matcher_;
  RuleMatcher other_;
};

class Digits {
 public:
  // The line with other numbers of other lengths, most of them likely.
  std::string vary(std::string_view line) {
    std::string varied;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (!base::is_digit(line[i])) {
        varied += line[i];
        continue;
      }
      std::size_t end = i;
      while (end < line.size() && base::is_digit(line[end])) ++end;
      varied += run(line.substr(i, end - i));
      i = end - 1;
    }
    return varied;
  }

  // The line with other digits at the same places.
  std::string with_others(std::string line) {
    for (char& c : line) {
      if (base::is_digit(c)) c = static_cast<char>('0' + random_() % 10);
    }
    return line;
  }

 private:
  std::string run(std::string_view before) {
    if (random_() % 3 == 0) return std::string(before);
    const std::size_t size = random_() % 16 == 0 ? 1 + random_() % 24 : 1 + random_() % 5;
    std::string digits;
    for (std::size_t i = 0; i < size; ++i) {
      const auto choices = random_() % 4 == 0 ? 1U : 10U;
      digits += static_cast<char>('0' + random_() % choices);
    }
    return digits;
  }

  std::mt19937 random_{11};
};

// Every sample of every built-in format, each several times with other numbers.
TEST(LinePlan, GivesWhatTheRuleGivesForAllFormats) {
  const auto formats = FormatSet::builtin();
  Digits digits;
  int matched = 0;
  for (const FormatSource& source : FormatSet::builtin_sources()) {
    const auto format = load_format(source);
    ASSERT_TRUE(format.has_value()) << source.file;
    RuleMatcher planned(formats, {});
    Forgetful ruled(formats);
    for (const Sample& sample : (*format)->samples) {
      std::vector<std::string> lines = sample.after;
      for (int i = 0; i < 12; ++i) {
        lines.push_back(i < 2 ? sample.line : digits.vary(sample.line));
        lines.push_back(digits.with_others(lines.back()));
      }
      for (const std::string& line : lines) {
        const std::string expected = ruled.match(line);
        ASSERT_EQ(expected, text_of_all(planned.match({.text = line}))) << line;
        matched += expected.empty() ? 0 : 1;
      }
    }
  }
  EXPECT_GT(matched, 5000);
}

// Rules of every kind that may have a plan.
constexpr const char* kRules = R"(rules:
  - name: step
    when: "s="
    rank: {after: ["r ", "r="]}
    fields:
      loss: {after: ["loss", "a:"]}
      progress_ratio: {after: "% ", unit: percent}
      iteration: {after: "s=", plus: 1}
      remaining_seconds: {after: "left", unit: hms}
      value: [{after: "a ", key: first}, {after: "b", key: second}]
    each: {separator: ",", key_end: ":", field: phase_seconds, label: phase, unit: ms, only: ["b*", "*a"]}
  - {name: ranked, when: "fwd", rank: {after: "r="}, fields: {phase_seconds: {after: "fwd", phase: fwd}}}
  - {name: pairs, when: "||", each: {separator: ";", key_end: ":", field: phase_seconds, label: phase, pair: [min, max]}}
  - {name: table, when: "|", each: {separator: "|", key_end: ": ", field: value, label: key}}
)";

// Lines of one shape whose digits decide which number is read, or whether.
TEST(LinePlan, LeavesToTheRuleWhatDigitsDecide) {
  struct Pair {
    std::string_view first;
    std::string_view later;
  };
  constexpr Pair kPairs[] = {
      {"s=7 loss 24-04-10 loss 5", "s=7 loss 24-4-10 loss 5"},
      {"s=-5 loss 3", "s=-0 loss 3"},
      {"s=-0 loss 3", "s=-5 loss 3"},
      {"r=24-04-10 fwd 3", "r=24-4-10 fwd 3"},
      {"r=1 fwd 3", "r=12345678901234567890 fwd 3"},
      {"r=1,234 fwd 3", "r=1,23 fwd 3"},
      {"| x: 3 | y: 24-04-10", "| x: 3 | y: 24-4-10"},
      {"s=, b: -5, ba: 3", "s=, b: -0, ba: 3"},
      {"|| a: (3, 4); b: (1, 24-04-10)", "|| a: (3, 4); b: (1, 24-4-10)"},
      {"| layer 1: 3 | x: 4", "| layer 22: 3 | x: 4"},
      {"| x: -5 | y: 3", "| x: -0 | y: 3"},
      {"s=, b: 1,234, ba: 5", "s=, b: 1,23, ba: 5"},
      {"s=7 loss 1.5E-05", "s=7 loss 1.5E-005"},
      {"| x: 1.5E-05s | y: 3", "| x: 1.5E-5s | y: 3"},
      {"s=7 loss 1,234 s", "s=7 loss 1,23 s"},
      {"s=7/ 9 loss 5", "s=2024/ 9 loss 5"},
      {"s=202/04/10 loss 5", "s=2024/04/10 loss 5"},
      {"s=202k/04/10 loss 5", "s=2024k/04/10 loss 5"},
      {"s=1: 5", "s=12: 5"},
      {"s=1:5:7", "s=12:05:07"},
      {"left 00:25 s=7", "left 1:00:25 s=7"},
      {"left 00:25 s=7", "left 00:75 s=7"},
      {"s=7 a 12%|", "s=7 a 1200%|"},
  };
  const auto formats = format_of(kRules);
  for (const auto& [first, later] : kPairs) {
    for (const auto& [before, line] : {Pair{first, later}, Pair{later, first}}) {
      RuleMatcher planned(formats, {});
      Forgetful ruled(formats);
      for (int i = 0; i < 3; ++i) (void)planned.match({.text = before});
      EXPECT_EQ(ruled.match(line), text_of_all(planned.match({.text = line})))
          << "'" << line << "' after '" << before << "'";
    }
  }
}

TEST(LinePlan, GivesWhatTheRuleGivesForAnyText) {
  const auto formats = format_of(kRules);
  const std::vector<std::string> parts = {
      "s=", "a", ": ", ":",  "b",        " ",  ", ",   ",",     "|", " | ",    "loss",
      "-",  ".", "1",  "12", "r ",       "r=", "e-0",  "nan",   "[", "(0, 1)", "%",
      "ms", "_", "x",  "/",  "24-04-10", ";",  "left", "06:15", "k"};
  std::mt19937 random(3);
  Digits digits;
  RuleMatcher planned(formats, {});
  Forgetful ruled(formats);
  int matched = 0;
  for (int round = 0; round < 6000; ++round) {
    std::string line = std::vector<std::string>{"s=7", "s=", "|", "|| "}[random() % 4];
    for (std::size_t i = 3 + random() % 14; i > 0; --i) line += parts[random() % parts.size()];
    std::string varied = line;
    for (int i = 0; i < 8; ++i) {
      if (i >= 2) varied = i % 2 == 0 ? digits.vary(line) : digits.with_others(varied);
      const std::string expected = ruled.match(varied);
      ASSERT_EQ(expected, text_of_all(planned.match({.text = varied}))) << "'" << varied << "'";
      matched += expected.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(matched, 6000);
}

}  // namespace
}  // namespace steptail::format
