#include <gtest/gtest.h>

#include <array>
#include <random>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

TEST(Rank, LateCopyIsNeitherValueNorSumNorProgress) {
  Feed feed;
  feed.rank("0") << std::move(step(1).took(2).loss(5));
  feed.at(10).rank("0") << std::move(step(2).took(2).loss(4));
  feed.at(20).rank("1") << std::move(
      step(2).took(9).loss(9).add({.field = Field::Value, .number = 1, .label = "n", .sum = true}));
  feed.rank("1") << std::move(step(1).took(9).loss(9));
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().get(Field::Loss), 4);
  EXPECT_EQ(feed.data().iteration_duration.count, 2);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 4);
  EXPECT_TRUE(feed.data().counted.empty());
  EXPECT_EQ(base::to_seconds(*feed.data().last_progress), 1'700'000'010);
  EXPECT_EQ(base::to_seconds(*feed.data().last_line), 1'700'000'021);
}

TEST(Rank, WhicheverIsFirstLeads) {
  Feed feed;
  feed.rank("0") << step(1);
  feed.rank("1") << step(1) << step(2);
  feed.rank("0") << step(2) << step(3);
  feed.rank("1") << step(3);
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().get(Field::Iteration), 3);
}

TEST(Rank, LeaderThatFallsBackBeginsOneAttemptForAll) {
  Feed feed;
  for (double i : {1, 2, 3, 2, 3}) {
    feed.rank("0") << step(i);
    feed.rank("1") << step(i);
  }
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().replayed_iterations, 2);
}

TEST(Rank, BannersOfEveryRankBeginOneAttempt) {
  Feed feed;
  for (int attempt = 0; attempt < 3; ++attempt) {
    for (auto rank : {"0", "1", "2"}) feed.rank(rank) << banner() << banner("second");
    for (double i : {1, 2, 3}) {
      for (auto rank : {"2", "0", "1"}) feed.rank(rank) << step(i + attempt);
    }
  }
  EXPECT_EQ(feed.data().attempts, 3U);
}

TEST(Rank, LateBannerOfARankIsACopyWithItsState) {
  Feed feed;
  feed.rank("0") << banner();
  feed.rank("1") << banner();
  feed.rank("0") << step(1);
  feed.rank("1") << banner("second");
  feed.rank("2") << banner();
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().state, State::Training);
}

TEST(Rank, SilentRankBeginsAnAttemptWhenItsFirstBannerComesAgain) {
  Feed feed;
  for (int attempt = 0; attempt < 3; ++attempt) {
    feed.rank("0") << banner("world") << banner("arguments");
    feed.rank("7") << step(1 + attempt * 10) << step(10 + attempt * 10);
  }
  EXPECT_EQ(feed.data().attempts, 3U);
}

TEST(Rank, UnrankedBannerBeginsAnAttemptOfARankedRun) {
  Feed feed;
  feed.rank("0") << step(5);
  feed.rank("") << banner();
  feed.rank("0") << banner() << step(6);
  EXPECT_EQ(feed.data().attempts, 2U);
}

TEST(Rank, RanksThatAppearInALaterAttemptBelongToIt) {
  Feed feed;
  feed.rank("") << step(1) << step(2) << step(3);
  feed.rank("0") << step(1);
  EXPECT_EQ(feed.data().attempts, 2U);
  feed.rank("1") << step(1);
  feed.rank("0") << step(2);
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().get(Field::Iteration), 2);
}

TEST(Rank, UnrankedLinesOfARankedRunNeverFallBack) {
  Feed feed;
  feed.rank("0") << step(5);
  feed.rank("") << step(6) << step(4) << step(3);
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().get(Field::Iteration), 6);
}

TEST(Rank, FilesOfRanksReadOneAfterTheOtherAreOneRun) {
  Feed feed;
  feed.backlog();
  for (auto rank : {"0", "1", "2"}) {
    feed.rank(rank).path(rank);
    feed << banner() << begins(State::Compiling);
    for (double i : {1, 2, 3, 4}) feed << std::move(step(i).took(1));
    feed << begins(State::Checkpointing) << happens(Event::CheckpointSaved);
    feed << fails(FailureClass::Preempted) << banner();
    for (double i : {3, 4, 5, 6}) feed << std::move(step(i).took(1));
    feed << begins(State::Checkpointing) << happens(Event::CheckpointSaved);
  }
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().replayed_iterations, 2);
  EXPECT_EQ(feed.data().iteration_duration.count, 8);
  EXPECT_EQ(feed.data().checkpoints, 2U);
  EXPECT_EQ(feed.data().checkpoint_iteration, 6);
  EXPECT_EQ(feed.data().path, "0");
}

TEST(Rank, FilesOfRanksWithoutBannersAreOneRun) {
  Feed feed;
  feed.backlog();
  for (auto rank : {"0", "1"}) {
    feed.rank(rank).path(rank);
    for (double i : {1, 2, 3, 4, 5, 6, 7, 8, 2, 3, 4}) feed << step(i);
  }
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().get(Field::Iteration), 4);
  feed.context.live = true;
  feed.rank("1").path("1") << step(5);
  feed.rank("0").path("0") << step(5);
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().get(Field::Iteration), 5);
}

// What a file says does not depend on whether somebody looked while it was written.
TEST(Rank, OneFileSaysTheSameReadLiveOrLater) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random(seed);
    Feed live;
    Feed later;
    later.backlog();
    double iteration = 1;
    for (int i = 0; i < 60; ++i) {
      const char* const rank = std::array{"", "0", "1", "2"}[random() % 4];
      const auto what = random() % 8;
      iteration = what == 0 ? 1 : iteration + static_cast<double>(random() % 2);
      for (Feed* feed : {&live, &later}) {
        feed->rank(rank);
        if (what == 1) {
          *feed << banner();
        } else if (what == 2) {
          *feed << begins(State::Checkpointing);
        } else if (what == 3) {
          *feed << fails(FailureClass::Killed);
        } else {
          *feed << step(iteration);
        }
      }
    }
    ASSERT_EQ(live.data().attempts, later.data().attempts) << seed;
    ASSERT_EQ(live.data().get(Field::Iteration), later.data().get(Field::Iteration)) << seed;
    ASSERT_EQ(live.data().replayed_iterations, later.data().replayed_iterations) << seed;
    ASSERT_EQ(live.data().checkpoints, later.data().checkpoints) << seed;
    ASSERT_EQ(live.data().state, later.data().state) << seed;
  }
}

TEST(Rank, JobQueuedAgainInANewFileBeginsAnAttempt) {
  Feed feed;
  feed.path("a") << step(1) << step(2) << step(3);
  feed.path("b") << step(2) << step(3) << step(4);
  EXPECT_EQ(feed.data().attempts, 2U);
  EXPECT_EQ(feed.data().path, "b");
  feed.rank("0").path("c") << step(1);
  feed.rank("0").path("d") << step(1);
  EXPECT_EQ(feed.data().attempts, 3U);
}

TEST(Rank, FilesThatTakeTurnsBeginNoAttempts) {
  Feed feed;
  feed.path("a") << step(1) << step(2);
  feed.path("b") << step(2) << step(3);
  for (double i = 4; i < 20; ++i) {
    feed.path("a") << step(i);
    feed.path("b") << step(i - 1) << step(i);
  }
  EXPECT_EQ(feed.data().attempts, 1U);
}

TEST(Rank, TwoFilesOfARunCompleteEachOther) {
  Feed feed;
  for (double i = 1; i <= 9; ++i) {
    feed.path("a.err") << step(i) << step(i + 0.5);  // a bar, ahead of what is printed at leisure
    feed.path("a.out") << std::move(step(i + 0.5).loss(i).took(2));
  }
  EXPECT_EQ(feed.data().get(Field::Loss), 9);
  EXPECT_EQ(feed.data().iteration_duration.seconds, 9);
  feed.path("a.out") << std::move(step(9).loss(7));
  EXPECT_EQ(feed.data().get(Field::Loss), 7);
  EXPECT_EQ(feed.data().get(Field::Iteration), 9.5);
  EXPECT_EQ(feed.data().attempts, 1U);
}

TEST(Rank, AFailureOfAnyRankCounts) {
  Feed feed;
  feed.rank("0") << step(1) << step(2);
  feed.rank("3") << step(1) << fails(FailureClass::CudaOom);
  EXPECT_EQ(feed.data().state, State::Failed);
  EXPECT_EQ(feed.data().incidents, 1U);
  feed.rank("1") << fails(FailureClass::NcclError);
  feed.rank("2") << fails(FailureClass::CudaOom);
  EXPECT_EQ(feed.data().incidents, 1U);
}

TEST(Rank, ALineMaySayItsRankItself) {
  Feed feed;
  for (auto rank : {"0", "1", "2"}) {
    feed << std::move(line().progress().with(Field::Iteration, 5, {}, rank).took(2));
  }
  feed << std::move(line().progress().with(Field::Iteration, 6, {}, "1").took(2));
  feed << std::move(line().progress().with(Field::Iteration, 5, {}, "0").took(2));
  EXPECT_EQ(feed.data().attempts, 1U);
  EXPECT_EQ(feed.data().iteration_duration.count, 2);
}

TEST(Rank, MoreRanksThanAreRememberedStayOneRun) {
  Feed feed;
  for (double i : {1, 2, 3, 4}) {
    for (int rank = 0; rank < 500; ++rank) {
      std::string name = std::to_string(rank);
      feed.rank(name) << banner() << step(i);
      feed.rank("");
    }
  }
  EXPECT_EQ(feed.data().get(Field::Iteration), 4);
  EXPECT_LE(feed.data().attempts, 4U);
}

}  // namespace
}  // namespace steptail::run
