#include <gtest/gtest.h>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

RecordMaker saving() { return begins(State::Checkpointing); }
RecordMaker saving(double iteration) {
  return std::move(saving().with(Field::CheckpointIteration, iteration));
}
RecordMaker saved() { return happens(Event::CheckpointSaved); }
RecordMaker saved(double iteration) {
  return std::move(saved().with(Field::CheckpointIteration, iteration));
}

struct SaveCase {
  const char* name;
  std::vector<RecordMaker> lines;
  std::uint64_t saves;
  std::optional<double> iteration;
};

TEST(Save, CountsOnce) {
  const SaveCase cases[] = {
      {"nothing", {step(10)}, 0, {}},
      {"a begin alone", {step(10), saving()}, 0, {}},
      {"begin and end", {step(10), saving(), saved()}, 1, 10},
      {"an end alone", {step(10), saved()}, 1, 10},
      {"a begin, and the run goes on", {step(10), saving(), step(20)}, 1, 10},
      {"a begin, and the run finishes", {step(10), saving(), happens(Event::Finished)}, 1, 10},
      {"a begin, and the run fails",
       {step(10), saving(), fails(FailureClass::DiskFull), step(11)},
       0,
       {}},
      {"a begin, and another attempt", {step(10), saving(), banner(), step(1)}, 0, {}},
      {"before the first step", {saving(0), saved(), step(10)}, 1, 0},
      {"the iteration is the begin's", {step(10), saving(9), saved()}, 1, 9},
      {"or the end's", {step(10), saving(), saved(8)}, 1, 8},
      {"begun twice", {step(10), saving(), saving(), saved()}, 1, 10},
      {"begun for the next without an end", {step(10), saving(10), saving(20), saved()}, 2, 20},
      {"the end comes after the run went on", {step(10), saving(10), step(11), saved(10)}, 1, 10},
      {"and says no iteration", {step(10), saving(), step(11), saved()}, 1, 10},
      {"the end is another's", {step(10), saving(10), step(11), saved(11)}, 2, 11},
      {"late end while the next is open",
       {step(10), saving(10), step(20), saving(20), saved(10), saved(20)},
       2,
       20},
      {"two files of one stop", {step(10), saved(), saved()}, 2, 10},
      {"in an evaluation", {step(10), begins(State::Evaluating), saving(), saved()}, 1, 10},
  };
  for (const SaveCase& test : cases) {
    SCOPED_TRACE(test.name);
    Feed feed;
    for (const RecordMaker& maker : test.lines) feed << maker;
    EXPECT_EQ(feed.data().checkpoints, test.saves);
    EXPECT_EQ(feed.data().checkpoint_iteration, test.iteration);
    EXPECT_EQ(feed.data().get(Field::CheckpointIteration), test.iteration);
  }
}

TEST(Save, IsNotShownBeforeItCounts) {
  Feed feed;
  feed << step(10) << saving(10) << saved() << step(20) << saving(20);
  EXPECT_EQ(feed.data().checkpoint_iteration, 10);
}

TEST(Save, DurationIsAsPrintedElseFromTheDatesOfItsLines) {
  Feed feed;
  feed.at(0) << step(10) << saving();
  feed.at(60) << saved();
  EXPECT_FALSE(feed.data().checkpoint_duration_seconds);
  EXPECT_EQ(base::to_seconds(*feed.data().checkpoint_time), 1'700'000'060);

  feed.dated().at(100) << step(20);
  feed.at(101) << saving();
  feed.at(131.5) << saved();
  EXPECT_EQ(feed.data().checkpoint_duration_seconds, 30.5);

  feed << saving();
  feed.at(500) << std::move(saved().with(Field::CheckpointDurationSeconds, 12));
  EXPECT_EQ(feed.data().checkpoint_duration_seconds, 12);

  feed.at(600) << step(30);
  feed.at(601) << saving();
  feed.at(610) << step(31);
  feed.at(621) << saved();
  EXPECT_EQ(feed.data().checkpoint_duration_seconds, 20);
  EXPECT_EQ(feed.data().checkpoints, 4U);
}

TEST(Save, OfEveryRankIsOne) {
  Feed feed;
  for (double i : {10, 20}) {
    for (auto rank : {"0", "1", "2"}) feed.rank(rank) << step(i);
    for (auto rank : {"1", "0"}) feed.rank(rank) << saving();
    for (auto rank : {"0", "1"}) feed.rank(rank) << saved();
    EXPECT_EQ(feed.data().state, State::Training);
    feed.rank("2") << saving();  // late
    EXPECT_EQ(feed.data().state, State::Training);
    feed.rank("2") << saved();
    feed.rank("0") << step(i + 1);
  }
  EXPECT_EQ(feed.data().checkpoints, 2U);
  EXPECT_EQ(feed.data().checkpoint_iteration, 20);
}

TEST(Save, OfARankThatPrintsNoProgressCounts) {
  Feed feed;
  for (double i : {10, 20}) {
    feed.rank("7") << step(i);
    feed.rank("0") << saving(i) << saved(i);
  }
  EXPECT_EQ(feed.data().checkpoints, 2U);
}

TEST(Save, CountsAgainInTheNextAttempt) {
  Feed feed;
  feed << step(10) << saving(10) << saved() << step(1) << step(10) << saving(10) << saved();
  EXPECT_EQ(feed.data().checkpoints, 2U);
}

}  // namespace
}  // namespace steptail::run
