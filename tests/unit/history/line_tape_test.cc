#include "history/line_tape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace steptail::history {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Writes down what it hears.
class Listener final : public LineSink {
 public:
  void on_record(const format::Record& record, const run::LineContext& context) override {
    std::string text = std::to_string(context.begin) + " " + std::string(record.format_name) +
                       " at " + std::string(context.path.text) + " of rank " +
                       std::string(context.rank);
    for (const format::Value& value : record.values()) {
      text += " " + std::string(value.label) + "=" + std::to_string(static_cast<int>(value.number));
    }
    heard.push_back(text + (record.progress ? " progress" : ""));
  }
  void on_date(base::WallTime printed, std::uint64_t begin) override {
    heard.push_back(std::to_string(begin) + " date " +
                    std::to_string(base::to_seconds(printed.time_since_epoch())));
  }

  std::vector<std::string> heard;
};

void say(LineTape& tape, std::uint64_t begin, std::string label, double number, bool progress) {
  std::string rank = "3";
  format::Record record;
  record.format_name = "megatron-lm";
  record.progress = progress;
  record.add({.field = format::Field::PhaseSeconds, .number = number, .label = label});
  run::LineContext context;
  context.begin = begin;
  context.path = std::string_view("elsewhere");
  context.rank = rank;
  tape.on_record(record, context);
  label.assign(label.size(), '?');  // what it was said with goes away
  rank.assign(rank.size(), '?');
}

// Many that hold little must not seem to be nothing.
TEST(LineTape, TakesMemoryWhenItIsEmpty) {
  const LineTape tape("a.log");
  EXPECT_TRUE(tape.empty());
  EXPECT_GT(tape.bytes(), 100'000U);
}

TEST(LineTape, SaysAgainWhatItHeardAndWherePieceByPiece) {
  LineTape tape("a.log");
  say(tape, 0, "forward", 7, true);
  tape.on_date(base::WallTime{std::chrono::seconds(5)}, 40);
  say(tape, 80, "backward", 9, false);
  Listener listener;
  EXPECT_FALSE(tape.play(listener, 0));
  EXPECT_THAT(listener.heard, IsEmpty());
  EXPECT_FALSE(tape.play(listener, 80));
  EXPECT_THAT(listener.heard, ElementsAre("0 megatron-lm at a.log of rank 3 forward=7 progress",
                                          "40 date 5.000000"));
  EXPECT_TRUE(tape.play(listener, 81));
  EXPECT_EQ("80 megatron-lm at a.log of rank 3 backward=9", listener.heard.back());
  EXPECT_TRUE(tape.play(listener, 1000));
  EXPECT_EQ(3U, listener.heard.size());
}

TEST(LineTape, SaysNothingOfWhatWasBeforeItWasCleared) {
  LineTape tape("a.log");
  const std::size_t empty = tape.bytes();
  say(tape, 0, "forward", 7, true);
  EXPECT_GT(tape.bytes(), empty);
  tape.clear();
  EXPECT_EQ(empty, tape.bytes());
  say(tape, 9, std::string(500'000, 'x'), 1, false);
  tape.clear();
  say(tape, 20, "optimizer", 3, false);
  Listener listener;
  EXPECT_TRUE(tape.play(listener, 100));
  EXPECT_THAT(listener.heard, ElementsAre("20 megatron-lm at a.log of rank 3 optimizer=3"));
}

}  // namespace
}  // namespace steptail::history
