#include <gtest/gtest.h>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

TEST(Attempt, FirstBannerBeginsNone) {
  Feed feed;
  feed << banner() << banner("second") << step(1);
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().state, State::Training);
}

TEST(Attempt, BannerAfterProgressBeginsOneHoweverOftenItIsRepeated) {
  Feed feed;
  feed << banner() << step(1) << step(2) << banner() << banner("second") << banner();
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().state, State::Starting);
}

TEST(Attempt, BannerAfterAnEndBeginsOneWithoutProgress) {
  Feed feed;
  feed << banner() << fails(FailureClass::Traceback) << banner() << fails(FailureClass::Traceback)
       << banner();
  EXPECT_EQ(feed.data().attempts, 3U);
  EXPECT_EQ(feed.data().state, State::Starting);
  EXPECT_EQ(feed.data().incidents, 2U);
  EXPECT_EQ(feed.data().failures[static_cast<std::size_t>(FailureClass::Traceback)], 2U);
}

TEST(Attempt, BannerWithoutStateBeginsStarting) {
  Feed feed;
  feed << step(1);
  RecordMaker plain;
  plain.attempt();
  feed << plain;
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().state, State::Starting);
}

TEST(Attempt, BannerWithAnotherStateBeginsThatState) {
  Feed feed;
  feed << step(1);
  RecordMaker queued;
  queued.attempt().state(State::Queued);
  feed << queued;
  EXPECT_EQ(feed.data().state, State::Queued);
}

TEST(Attempt, StepThatFallsBackBeginsOne) {
  Feed feed;
  feed << step(10) << step(20) << step(10);
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().state, State::Training);
  EXPECT_EQ(feed.data().get(Field::Iteration), 10);
}

TEST(Attempt, StepThatFallsBackAfterABannerBeginsNoSecondOne) {
  Feed feed;
  feed << step(10) << step(20) << banner() << step(10) << step(20);
  EXPECT_EQ(feed.data().attempts, 2U);
}

TEST(Attempt, StepsOfAnotherFormatFallBackByThemselves) {
  Feed feed;
  feed << step(1000) << step(10, "bar") << step(1010) << step(20, "bar") << step(1020);
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().get(Field::Iteration), 1020);
  EXPECT_EQ(feed.data().formats, (std::vector<std::string>{"bar", "trainer"}));
}

TEST(Attempt, RepeatedRecordIsNone) {
  Feed feed;
  feed << step(10) << step(10) << step(10);
  EXPECT_EQ(feed.data().attempts, 1U);
}

TEST(Attempt, EpochsAndPositionsNeverFallBack) {
  Feed feed;
  for (double epoch : {1, 2, 3, 1, 2}) {
    feed << std::move(line().progress().with(Field::Epoch, epoch));
    feed << std::move(line().progress().with(Field::EpochPosition, 7));
    feed << std::move(line().progress().with(Field::EpochPosition, 3));
  }
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().get(Field::Iteration), std::nullopt);
  EXPECT_EQ(feed.data().get(Field::Epoch), 2);
}

TEST(Attempt, SamplesInsteadOfStepsFallBack) {
  Feed feed;
  for (double samples : {512, 1024, 512}) {
    feed << std::move(line().progress().with(Field::Samples, samples));
  }
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().get(Field::Samples), 1024);  // held
  EXPECT_EQ(feed.data().replayed_iterations, 0);
  EXPECT_EQ(feed.data().get(Field::Iteration), std::nullopt);
}

TEST(Attempt, SamplesBesideStepsDecideNothing) {
  Feed feed;
  feed << std::move(step(1).with(Field::Samples, 512));
  feed << std::move(line().progress().with(Field::Samples, 512));
  feed << std::move(line().progress().with(Field::Samples, 256));
  EXPECT_EQ(feed.data().attempts, 1U);
}

TEST(Attempt, ProgressAfterFinishedIsTheSameOne) {
  Feed feed;
  feed << step(10) << happens(Event::Finished);
  EXPECT_EQ(feed.data().state, State::Finished);
  feed << step(20);
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().state, State::Training);
}

TEST(Attempt, FallBackAfterFinishedBeginsOne) {
  Feed feed;
  feed << step(10) << happens(Event::Finished) << step(1);
  EXPECT_EQ(feed.data().attempts, 2U);
}

TEST(Attempt, ForgetsTheStateThatTheLastOneLeftOpen) {
  Feed feed;
  feed << step(10) << begins(State::Checkpointing) << begins(State::Evaluating) << banner()
       << begins(State::Evaluating) << happens(Event::EvaluationDone);
  EXPECT_EQ(feed.data().state, State::Starting);
  EXPECT_EQ(feed.data().checkpoints, 0U);
}

struct ReplayCase {
  const char* name;
  std::vector<double> steps;  // -1: a banner
  double attempts;
  double replayed;
};

TEST(Attempt, CountsStepsDoneAgainAsTheyAreDone) {
  const ReplayCase cases[] = {
      {"nothing", {1, 2, 3}, 1, 0},
      {"one step back", {1, 2, 3, 2}, 2, 1},
      {"as far as before", {1, 2, 3, 2, 3}, 2, 2},
      {"and beyond", {1, 2, 3, 2, 3, 4, 5}, 2, 2},
      {"from the start", {1, 2, 3, 1, 2, 3}, 2, 3},
      {"the last step again", {1, 2, 3, -1, 3, 4}, 2, 1},
      {"right behind it", {1, 2, 3, -1, 4, 5}, 2, 0},
      {"in intervals, the first line stands for one", {10, 20, 30, 20, 30, 40}, 2, 11},
      {"across the highest", {10, 20, 30, 15, 35}, 2, 16},
      {"twice over the same ground", {1, 2, 3, 4, 2, 3, 2, 3, 4, 5}, 3, 5},
      {"repeats are no progress", {1, 2, 3, 2, 2, 2, 3, 3}, 2, 2},
  };
  for (const ReplayCase& test : cases) {
    SCOPED_TRACE(test.name);
    Feed feed;
    for (double iteration : test.steps) {
      if (iteration < 0) {
        feed << banner();
      } else {
        feed << step(iteration);
      }
    }
    EXPECT_EQ(feed.data().attempts, test.attempts);
    EXPECT_EQ(feed.data().replayed_iterations, test.replayed);
  }
}

TEST(Attempt, CountsReplayedStepsOfOneFormat) {
  Feed feed;
  for (double i : {1, 2, 3, 4, 1, 2, 3, 4}) feed << step(i) << step(i * 4, "engine");
  EXPECT_EQ(feed.data().replayed_iterations, 4);
  EXPECT_EQ(feed.data().attempts, 2U);  // what one format began is not begun again by the other
}

TEST(Attempt, NumbersThatAreNoCountMoveNothing) {
  Feed feed;
  feed << step(10) << step(1e300) << step(-5) << step(11);
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().get(Field::Iteration), 11);
}

}  // namespace
}  // namespace steptail::run
