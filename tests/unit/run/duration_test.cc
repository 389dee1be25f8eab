#include <gtest/gtest.h>

#include <limits>

#include "run/duration_sum.h"
#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

RecordMaker timed(double iteration, double seconds, std::string_view format = "trainer") {
  return std::move(step(iteration, format).took(seconds));
}

TEST(Duration, FirstLineWeighsOneAndLaterOnesTheAdvance) {
  Feed feed;
  feed << timed(5, 2) << timed(10, 3) << timed(15, 1);
  EXPECT_EQ(feed.data().iteration_duration.count, 11);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 2 + 5 * 3 + 5 * 1);
  EXPECT_EQ(feed.data().get(Field::IterationSeconds), 1);
}

TEST(Duration, EveryAttemptBeginsWithOne) {
  Feed feed;
  feed << timed(5, 1) << timed(10, 1) << timed(5, 1) << timed(10, 1) << banner() << timed(20, 1);
  EXPECT_EQ(feed.data().attempts, 3U);
  EXPECT_EQ(feed.data().iteration_duration.count, 1 + 5 + 1 + 5 + 1);
}

TEST(Duration, LineWithoutATimeStillCarriesTheStep) {
  Feed feed;
  feed << timed(5, 1) << step(10) << timed(15, 1);
  EXPECT_EQ(feed.data().iteration_duration.count, 6);
}

TEST(Duration, RepeatedRecordGivesGaugesAndNoWeight) {
  Feed feed;
  feed << timed(5, 1) << timed(10, 1) << timed(10, 7);
  EXPECT_EQ(feed.data().get(Field::IterationSeconds), 7);
  EXPECT_EQ(feed.data().iteration_duration.count, 6);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 6);
}

TEST(Duration, TimeOnASecondLineOfTheSameStepCountsOnce) {
  Feed feed;
  for (double i : {5, 10}) feed << step(i) << timed(i, 2) << timed(i, 2);
  EXPECT_EQ(feed.data().iteration_duration.count, 6);
}

// An engine reports every thousandth step between a trainer's reports of every fifth.
TEST(Duration, TimeOnALineOfItsOwnIsOfTheIterationBeforeIt) {
  Feed feed;
  auto time = [](double seconds) {
    RecordMaker maker = line();
    maker.took(seconds);
    return maker;
  };
  feed << time(9) << step(10, "trainer") << time(2) << step(14, "trainer") << time(3) << time(8);
  EXPECT_EQ(feed.data().iteration_duration.count, 1 + 4);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 2 + 4 * 3);
  EXPECT_EQ(feed.data().get(Field::IterationSeconds), 8);
}

TEST(Duration, LinesOfAnEngineDoNotDisturbThoseOfTheTrainer) {
  Feed feed;
  for (double i = 5; i <= 23000; i += 5) {
    for (int k = 0; k < 5; ++k) {
      RecordMaker phases("engine");
      phases.phase("optimizer_step", 0.05, "0").record.per_step = true;
      feed << phases;
    }
    if (static_cast<int>(i) % 1000 == 0) {
      feed << std::move(step(i, "engine").with(Field::LearningRate, 0.0001499374));
    }
    feed << std::move(timed(i, 0.9).with(Field::LearningRate, 0.0001499));
    feed << std::move(line().phase("forward", 0.3));
    if (static_cast<int>(i) % 1000 == 0 && i < 23000) {
      feed << std::move(happens(Event::EvaluationDone)
                            .with(Field::ValidationLoss, 4.5)
                            .with(Field::ValidationIteration, i));
    }
  }
  const RunData& data = feed.data();
  EXPECT_EQ(data.attempts, 1U);
  EXPECT_EQ(data.iteration_duration.count, 22996);
  EXPECT_NEAR(data.iteration_duration.seconds, 22996 * 0.9, 1e-6);
  EXPECT_EQ(data.get(Field::LearningRate), 0.0001499);
  EXPECT_EQ(data.get(Field::ValidationIteration), 22000);
  ASSERT_EQ(data.phase_durations.size(), 2U);
  EXPECT_EQ(data.phase_durations[0].rank, "0");
  EXPECT_EQ(data.phase_durations[0].sum.count, 23000);
  EXPECT_EQ(data.phase_durations[1].sum.count, 22996);
}

TEST(Duration, NoIterationIsCoveredByTwoFormats) {
  Feed feed;
  for (double i = 10; i <= 100; i += 10) feed << timed(i, 1) << timed(i, 1, "engine");
  EXPECT_EQ(feed.data().iteration_duration.count, 91);
}

TEST(Duration, AnotherFormatTakesOverWhereTheFirstFallsSilent) {
  Feed feed;
  feed << timed(1, 1, "warmup_bar");
  for (double i = 10; i <= 100; i += 10) feed << timed(i, 1);
  EXPECT_EQ(feed.data().iteration_duration.count, 91);
}

TEST(Duration, AFirstDatedLineWeighsOneIfItsTimeFollows) {
  Feed feed;
  feed.dated();
  for (int i = 1; i <= 2; ++i) {
    feed.at(120 * i) << step(i);
    feed.at(120 * i) << std::move(line().took(120));
  }
  EXPECT_EQ(feed.data().iteration_duration.count, 2);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 240);
}

TEST(Duration, WhatIsPrintedOnALineOfItsOwnIsNotDerived) {
  Feed feed;
  feed.dated();
  for (int i = 1; i <= 3; ++i) {
    feed.at(30 * i) << std::move(line().with(Field::IterationsPerSecond, 0.5));
    feed.at(30 * i) << step(10 * i);
  }
  EXPECT_EQ(feed.data().get(Field::IterationSeconds), 2);
}

// A bar counts steps; between its redraws a dictionary says the epoch.
TEST(Duration, AnEpochBetweenTwoLinesOfOneStepWeighsNothing) {
  Feed feed;
  for (double i : {1, 2, 3}) {
    feed << timed(i, 30) << std::move(line().progress().with(Field::Epoch, i / 10));
    feed << timed(i, 30);
  }
  EXPECT_EQ(feed.data().iteration_duration.count, 3);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 90);
}

TEST(Duration, ARateIsATime) {
  Feed feed;
  feed << std::move(step(1).with(Field::IterationsPerSecond, 4));
  feed << std::move(step(2).with(Field::IterationsPerSecond, 0));
  EXPECT_EQ(feed.data().get(Field::IterationSeconds), 0.25);
  EXPECT_EQ(feed.data().iteration_duration.count, 1);
  feed << std::move(step(3).with(Field::IterationsPerSecond, 4).took(9));
  EXPECT_EQ(feed.data().get(Field::IterationSeconds), 9);
  EXPECT_EQ(feed.data().iteration_duration.count, 2);
}

TEST(Duration, NoSumTakesWhatIsNoDuration) {
  Feed feed;
  feed << timed(1, -1) << timed(2, std::numeric_limits<double>::quiet_NaN()) << timed(3, 2);
  EXPECT_EQ(feed.data().iteration_duration.count, 1);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 2);
  EXPECT_EQ(feed.run.refused_sums(), 2U);
}

TEST(Duration, TimesAreDerivedFromDatesWhereNoneIsPrinted) {
  Feed feed;
  feed.dated();
  feed.at(0) << step(100);
  EXPECT_FALSE(feed.data().get(Field::IterationSeconds));
  EXPECT_EQ(feed.data().iteration_duration.count, 0);
  feed.at(20) << step(200);
  feed.at(60) << step(300);
  EXPECT_EQ(feed.data().get(Field::IterationSeconds), 0.4);
  EXPECT_EQ(feed.data().iteration_duration.count, 200);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 60);
}

TEST(Duration, DerivedTimesReadAsTheyWouldBePrinted) {
  Feed feed;
  feed.dated();
  feed.at(0) << step(100);
  feed.at(30.519) << step(200);
  EXPECT_EQ(feed.data().get(Field::IterationSeconds), 0.30519);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 30.519);
}

TEST(Duration, NothingIsDerivedFromArrival) {
  Feed feed;
  feed.at(0) << step(100);
  feed.at(20) << step(200);
  EXPECT_FALSE(feed.data().get(Field::IterationSeconds));
  EXPECT_EQ(feed.data().iteration_duration.count, 0);
}

TEST(Duration, NothingIsDerivedAcrossAnotherStateOrAttempt) {
  const RecordMaker between[] = {begins(State::Evaluating),
                                 begins(State::Checkpointing),
                                 happens(Event::EvaluationDone),
                                 happens(Event::CheckpointSaved),
                                 banner(),
                                 fails(FailureClass::Other),
                                 begins(State::Loading)};
  for (const RecordMaker& maker : between) {
    SCOPED_TRACE(&maker - between);
    Feed feed;
    feed.dated();
    feed.at(0) << step(100);
    feed.at(10) << step(200);
    feed.at(500) << maker;
    feed.at(510) << step(300);
    EXPECT_EQ(feed.data().iteration_duration.count, 100);
    EXPECT_EQ(feed.data().iteration_duration.seconds, 10);
    feed.at(530) << step(400);
    EXPECT_EQ(feed.data().iteration_duration.count, 200);
    EXPECT_EQ(feed.data().iteration_duration.seconds, 30);
  }
}

TEST(Duration, LinesOfOneSecondAreTakenTogether) {
  Feed feed;
  feed.dated();
  feed.at(0) << step(1);
  feed.at(0) << step(2);
  feed.at(0) << step(3);
  feed.at(1) << step(4);
  EXPECT_NEAR(*feed.data().get(Field::IterationSeconds), 1.0 / 3, 1e-12);
  EXPECT_EQ(feed.data().iteration_duration.count, 3);
  EXPECT_NEAR(feed.data().iteration_duration.seconds, 1, 1e-12);
}

TEST(Duration, DatesThatGoBackDeriveNothing) {
  Feed feed;
  feed.dated();
  feed.at(100) << step(1);
  feed.at(50) << step(2);
  EXPECT_EQ(feed.data().iteration_duration.count, 0);
  feed.at(52) << step(3);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 2);
}

TEST(Duration, DatesOfOneFormatAreNotMixedWithThoseOfAnother) {
  Feed feed;
  feed.dated();
  feed.at(0) << step(10);
  feed.at(1) << step(11, "engine");
  feed.at(10) << step(20);
  feed.at(11) << step(21, "engine");
  feed.at(20) << step(30);
  EXPECT_EQ(feed.data().iteration_duration.count, 20);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 20);
}

TEST(Duration, NothingIsDerivedOnceTheLogPrintsTimes) {
  Feed feed;
  feed.dated();
  feed.at(0) << timed(1, 0.5);
  feed.at(10) << step(2, "engine");
  feed.at(20) << step(3, "engine");
  EXPECT_EQ(feed.data().get(Field::IterationSeconds), 0.5);
  EXPECT_EQ(feed.data().iteration_duration.count, 1);
}

TEST(Duration, LinesThatCountNoIterationsWeighOne) {
  Feed feed;
  for (double samples : {512, 1024, 1536}) {
    feed << std::move(line().progress().with(Field::Samples, samples).took(2));
  }
  EXPECT_EQ(feed.data().iteration_duration.count, 3);
}

TEST(Duration, DecimalsSumToTheDecimalThatAReaderWouldGet) {
  DurationSum sum;
  for (int i = 0; i < 100'000; ++i) sum.add(0.10301, 1);
  EXPECT_EQ(sum.seconds, 10301);
  sum.add(0.00025, 3);
  EXPECT_EQ(sum.seconds, 10301.00075);
  EXPECT_EQ(sum.count, 100'003);
}

TEST(Duration, WhatIsNoDecimalLosesNothing) {
  DurationSum sum;
  for (int i = 0; i < 30'000; ++i) sum.add(1.0 / 3, 1);
  EXPECT_EQ(sum.seconds, 10'000);
  sum = {};
  for (int i = 0; i < 1000; ++i) sum.add(4e-10, 1);
  EXPECT_NEAR(sum.seconds, 4e-7, 1e-18);
}

TEST(Duration, WhatIsLongerThanNanosecondsCanTellIsSummedAllTheSame) {
  DurationSum sum;
  sum.add(1e300, 2);
  sum.add(5, 1);
  EXPECT_EQ(sum.seconds, 2e300);
  EXPECT_EQ(sum.count, 3);
}

}  // namespace
}  // namespace steptail::run
