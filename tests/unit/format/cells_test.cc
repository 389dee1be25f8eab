#include "format/cells.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "format/each_loader.h"

namespace steptail::format {
namespace {

struct CellSetup {
  std::string when = "|";
  std::string separator = "|";
  std::string key_end = ":";
  Field field = Field::PhaseSeconds;
  std::string unit = "ms";
  std::vector<std::string> only{};
  std::vector<std::string> except{};
};

// "label=number label=number", with stats as "label.min".
std::string cells(const CellSetup& setup, std::string_view line) {
  Rule rule;
  rule.when.emplace_back(setup.when);
  EachRule each{.separator = setup.separator,
                .key_end = setup.key_end,
                .field = setup.field,
                .unit = setup.unit.empty() ? default_unit(field_dimension(setup.field))
                                           : *unit_from_name(setup.unit),
                .only = {setup.only.begin(), setup.only.end()},
                .except = {setup.except.begin(), setup.except.end()}};
  each.begin = begin_of_cells(rule.when, each.separator);
  LabelStore labels;
  Record record;
  read_cells({.rule = rule, .each = each, .line = line, .rank = "3", .block_label = {}}, labels,
             record);
  std::string text;
  for (const Value& value : record.values()) {
    EXPECT_EQ(setup.field, value.field);
    text += (text.empty() ? "" : " ") + std::string(value.label) + "=";
    std::string number = std::to_string(value.number);
    number.erase(number.find_last_not_of('0') + 1);
    text += number.back() == '.' ? number.substr(0, number.size() - 1) : number;
  }
  return text;
}

TEST(Cells, EveryCellGivesAValue) {
  const CellSetup setup{.when = "time (ms) |"};
  EXPECT_EQ("forward=0.0275 backward=0.05 batch_generator=0.001",
            cells(setup, "time (ms) | forward: 27.50 | backward: 50.00 | batch generator: 1.0 |"));
  EXPECT_EQ("forward=0.0275",
            cells(setup, "[2024-03-04 05:06:07,119] [INFO] time (ms) | forward: 27.5"));
  EXPECT_EQ("", cells(setup, "time (ms) |"));
  EXPECT_EQ("", cells(setup, "time (ms) | | : | forward: | : 3"));
}

TEST(Cells, NoNumberIsNoCell) {
  const CellSetup setup{.when = "x |"};
  EXPECT_EQ("b=0.002", cells(setup, "x | a: None | b: 2 | c: n/a | d: 2.4[rank3]: |"));
  EXPECT_EQ("", cells(setup, "x | a: -1 | b: nan"));
}

TEST(Cells, SeparatorsMayPadNumbers) {
  const CellSetup blanks{
      .when = "step:", .separator = "  ", .key_end = ":", .field = Field::Value, .unit = ""};
  EXPECT_EQ("loss=7.125 lr=0.5", cells(blanks, "step  loss:  7.125  lr: 0.5"));
  EXPECT_EQ("loss=7.125 acc=0.25", cells(blanks, "loss: 7.125 (7.5)  acc: 0.25 (0.1)"));
  const CellSetup one{
      .when = "a", .separator = " ", .key_end = "=", .field = Field::Value, .unit = ""};
  EXPECT_EQ("a=1 b=2 c=3", cells(one, "a=1 b=2 x=y c=3"));
}

TEST(Cells, KeysMayEndWithABlank) {
  const CellSetup setup{
      .when = "epoch", .separator = "|", .key_end = " ", .field = Field::Value, .unit = ""};
  EXPECT_EQ("epoch=1 loss=9.25 lm_loss=7.5",
            cells(setup, "epoch 001 | loss 9.25 | lm loss 7.5 | nan"));
}

TEST(Cells, TheLastKeyEndBeforeANumberCounts) {
  const CellSetup setup{.when = "x |"};
  EXPECT_EQ("a_b=0.002", cells(setup, "x | a:b: 2"));
  EXPECT_EQ("", cells(setup, "x | eta: 1:02:03 | at 06:15:58"));
  const CellSetup verl{
      .when = "step:", .separator = " - ", .key_end = ":", .field = Field::Value, .unit = ""};
  EXPECT_EQ("step=83 reward_mean_1=0.508 pg_loss=-0.004",
            cells(verl, "step:83 - reward/mean@1:0.508 - pg_loss:-0.004"));
}

TEST(Cells, GlobsChooseKeys) {
  const std::string line = "x | lm loss: 1 | sop loss: 2 | num zeros: 3 | loss scale: 4";
  CellSetup setup{.when = "x |",
                  .field = Field::LossComponent,
                  .unit = "",
                  .only = {"* loss"},
                  .except = {"lm *"}};
  EXPECT_EQ("sop_loss=2", cells(setup, line));
  setup.except = {};
  EXPECT_EQ("lm_loss=1 sop_loss=2", cells(setup, line));
  setup.only = {};
  setup.except = {"*loss*"};
  EXPECT_EQ("num_zeros=3", cells(setup, line));
}

TEST(Cells, PairsGiveBothStats) {
  Rule rule;
  EachRule each{.separator = "|",
                .key_end = ":",
                .field = Field::PhaseSeconds,
                .unit = *unit_from_name("ms"),
                .is_pair = true,
                .pair_stats = {"min", "max"}};
  LabelStore labels;
  Record record;
  const std::string_view line = "    forward-backward ......: (5208.5, 5211.25)";
  read_cells({.rule = rule, .each = each, .line = line, .rank = {}, .block_label = {}}, labels,
             record);
  ASSERT_EQ(2U, record.values().size());
  EXPECT_EQ("forward_backward", record.values()[0].label);
  EXPECT_EQ("min", record.values()[0].stat);
  EXPECT_EQ(5.2085, record.values()[0].number);
  EXPECT_EQ("max", record.values()[1].stat);
  EXPECT_EQ(5.21125, record.values()[1].number);
  record.clear();
  read_cells({.rule = rule, .each = each, .line = "a: (5, x)", .rank = {}, .block_label = {}},
             labels, record);
  EXPECT_TRUE(record.values().empty());
}

TEST(Cells, LabelMayComeFromTheBlock) {
  Rule rule;
  EachRule each{.separator = "|",
                .key_end = ":",
                .field = Field::PhaseSeconds,
                .label_from_block = true,
                .unit = *unit_from_name("ms")};
  LabelStore labels;
  Record record;
  read_cells({.rule = rule,
              .each = each,
              .line = "   rank  0: 12.5",
              .rank = "0",
              .block_label = "forward"},
             labels, record);
  ASSERT_EQ(1U, record.values().size());
  EXPECT_EQ("forward", record.values()[0].label);
  EXPECT_EQ("0", record.values()[0].rank);
}

// Records look into the labels, so these must never move, however many keys a line has.
TEST(Cells, LabelsOfManyKeysStayWhereTheyAre) {
  Rule rule;
  rule.when.emplace_back("x |");
  EachRule each{.separator = "|", .key_end = ":", .field = Field::Value};
  LabelStore labels;
  for (int line_number = 0; line_number < 20; ++line_number) {
    std::string line = "x |";
    for (int i = 0; i < 60; ++i) {
      line += " key " + std::to_string(line_number * 60 + i) + ": " + std::to_string(i) + " |";
    }
    labels.begin_line(nullptr);
    Record record;
    read_cells({.rule = rule, .each = each, .line = line, .rank = {}, .block_label = {}}, labels,
               record);
    ASSERT_EQ(60U, record.values().size());
    for (int i = 0; i < 60; ++i) {
      const Value& value = record.values()[static_cast<std::size_t>(i)];
      EXPECT_EQ("key_" + std::to_string(line_number * 60 + i), value.label);
      EXPECT_EQ(i, value.number);
    }
  }
}

TEST(Cells, OneLineWithMoreKeysThanAreRememberedIsStillBounded) {
  Rule rule;
  rule.when.emplace_back("x |");
  EachRule each{.separator = "|", .key_end = ":", .field = Field::Value, .only = {Glob("k7*")}};
  LabelStore labels;
  labels.begin_line(nullptr);
  std::string line = "x |";
  for (int i = 0; i < 5000; ++i) line += "k" + std::to_string(i) + ": 1|";
  Record record;
  read_cells({.rule = rule, .each = each, .line = line, .rank = {}, .block_label = {}}, labels,
             record);
  EXPECT_EQ(Record::kMaxValues, record.values().size());
  for (const Value& value : record.values()) EXPECT_EQ("k7", value.label.substr(0, 2));
}

TEST(Cells, TwoRulesRememberTheirOwnKeys) {
  Rule rule;
  rule.when.emplace_back("x |");
  const EachRule phases{.separator = "|", .key_end = ":", .field = Field::PhaseSeconds};
  const EachRule values{.separator = "|", .key_end = ":", .field = Field::Value};
  LabelStore labels;
  labels.begin_line(nullptr);
  Record record;
  for (const EachRule* each : {&phases, &values, &phases}) {
    read_cells({.rule = rule, .each = *each, .line = "x | a/b: 1", .rank = {}, .block_label = {}},
               labels, record);
  }
  ASSERT_EQ(3U, record.values().size());
  EXPECT_EQ("b", record.values()[0].label);
  EXPECT_EQ("a_b", record.values()[1].label);
  EXPECT_EQ("b", record.values()[2].label);
}

// Quadratic, it would take hours.
TEST(Cells, LinesWithoutSeparatorsAreReadInLinearTime) {
  const CellSetup setup{.when = "x |"};
  EXPECT_EQ("", cells(setup, "x |" + std::string(1U << 20U, ':')));
  std::string line = "x |";
  for (int i = 0; i < 100000; ++i) line += "key: ";
  EXPECT_EQ("", cells(setup, line));
}

TEST(Cells, EndlessKeysAreLeftOut) {
  const CellSetup setup{.when = "x |"};
  EXPECT_EQ("b=0.002", cells(setup, "x | " + std::string(5000, 'k') + ": 1 | b: 2"));
}

}  // namespace
}  // namespace steptail::format
