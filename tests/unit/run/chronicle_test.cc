#include "run/chronicle.h"

#include <gtest/gtest.h>

#include "unit/run/record_maker.h"

namespace steptail::run {
namespace {

TEST(Chronicle, TellsEachAttemptFromItsFirstToItsLastIteration) {
  Feed feed;
  feed << banner() << step(1) << step(7) << fails(FailureClass::CudaOom) << banner() << step(5)
       << step(9);
  const auto& attempts = feed.data().chronicle.attempts();
  ASSERT_EQ(attempts.size(), 2u);
  EXPECT_EQ(attempts[0].first_iteration, 1);
  EXPECT_EQ(attempts[0].last_iteration, 7);
  EXPECT_EQ(attempts[0].ended_as, State::Failed);
  EXPECT_EQ(attempts[1].began - attempts[0].began, seconds(4));
  EXPECT_EQ(attempts[1].first_iteration, 5);
  EXPECT_EQ(attempts[1].last_iteration, std::nullopt);
  EXPECT_EQ(attempts[1].ended_as, std::nullopt);
}

TEST(Chronicle, AnAttemptWithoutProgressHasNoIterations) {
  Feed feed;
  feed << step(3) << fails(FailureClass::DiskFull) << banner() << fails(FailureClass::DiskFull)
       << banner("other");
  const auto& attempts = feed.data().chronicle.attempts();
  ASSERT_EQ(attempts.size(), 3u);
  EXPECT_EQ(attempts[1].first_iteration, std::nullopt);
  EXPECT_EQ(attempts[1].last_iteration, std::nullopt);
}

TEST(Chronicle, TellsSavesAsTheyAreCounted) {
  Feed feed;
  feed << step(10) << begins(State::Checkpointing)
       << std::move(happens(Event::CheckpointSaved).with(Field::CheckpointDurationSeconds, 4))
       << step(20) << begins(State::Checkpointing) << step(21);
  const auto& saves = feed.data().chronicle.saves();
  ASSERT_EQ(saves.size(), feed.data().checkpoints);
  ASSERT_EQ(saves.size(), 2u);
  EXPECT_EQ(saves[0].iteration, 10);
  EXPECT_EQ(saves[0].duration_seconds, 4);
  EXPECT_EQ(saves[1].iteration, 20);
}

TEST(Chronicle, AFailureIsOneAnIncidentAndNamedByItsCause) {
  Feed feed;
  feed << step(10) << fails(FailureClass::Killed, FailureRole::Cascade)
       << fails(FailureClass::HostOom) << fails(FailureClass::NcclError);
  const auto& failures = feed.data().chronicle.failures();
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].failure, FailureClass::HostOom);
  EXPECT_EQ(failures[0].iteration, 10);
}

TEST(Chronicle, KeepsTheLastOnesOnly) {
  Feed feed;
  for (int i = 0; i < 100; ++i) {
    feed << step(i + 1) << begins(State::Checkpointing) << happens(Event::CheckpointSaved)
         << fails(FailureClass::Segfault) << banner();
  }
  const Chronicle& chronicle = feed.data().chronicle;
  EXPECT_EQ(chronicle.attempts().size(), Chronicle::kMost);
  EXPECT_EQ(chronicle.failures().size(), Chronicle::kMost);
  ASSERT_EQ(chronicle.saves().size(), Chronicle::kMost);
  EXPECT_EQ(chronicle.saves().back().iteration, 100);
}

TEST(Chronicle, SurvivesASave) {
  Feed feed;
  feed << step(1) << begins(State::Checkpointing) << happens(Event::CheckpointSaved)
       << fails(FailureClass::Assertion) << banner() << step(2);
  base::ByteWriter out;
  feed.data().chronicle.save(out);
  base::ByteReader in(out.bytes());
  Chronicle loaded;
  loaded.load(in);
  ASSERT_TRUE(in.ok() && in.at_end());
  base::ByteWriter again;
  loaded.save(again);
  EXPECT_EQ(again.bytes(), out.bytes());
}

}  // namespace
}  // namespace steptail::run
