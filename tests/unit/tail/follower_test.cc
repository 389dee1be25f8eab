#include "tail/follower.h"

#include <array>
#include <cerrno>

#include "follower_fixture.h"

namespace steptail::tail {
namespace {

using support::Call;

TEST_F(FollowerTest, ReadsWhatIsThereAndThenWhatIsAppended) {
  append("a\nb\n");
  EXPECT_EQ("a\nb\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 4"));
  EXPECT_EQ("", pump());
  append("c\n");
  EXPECT_EQ("c\n", pump());
  EXPECT_THAT(log_->take_events(), IsEmpty());
}

TEST_F(FollowerTest, IsGoneWhileThereIsNoFileAndReadsItWhenItComes) {
  EXPECT_TRUE(pump_once().gone);
  append("a\n");
  EXPECT_FALSE(pump_once().gone);
  EXPECT_EQ("a\n", log_->take_lines());
}

TEST_F(FollowerTest, ReadsAShortFileFromItsFirstByte) {
  append("x");
  pump();
  EXPECT_EQ("x", log_->take_bytes());
}

TEST_F(FollowerTest, ReadsNoMoreThanItsBudget) {
  append(std::string(1000, 'x') + "\n");
  auto first = pump_once(300);
  EXPECT_EQ(300U, first.bytes);
  EXPECT_TRUE(first.more);
  EXPECT_EQ(701U, first.lag_bytes);
  auto second = pump_once(701);
  EXPECT_EQ(701U, second.bytes);
  EXPECT_FALSE(second.more);
  EXPECT_EQ(0U, second.lag_bytes);
}

TEST_F(FollowerTest, ReadsAHugeFileInBoundedChunks) {
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += "step " + std::to_string(i) + "\n";
  append(text);
  EXPECT_EQ(text, pump());
}

TEST_F(FollowerTest, SavesTheStartOfTheUnfinishedLine) {
  append("step 1\nstep");
  pump();
  auto positions = follower_->positions();
  ASSERT_EQ(1U, positions.size());
  EXPECT_EQ(7U, positions[0].offset);
  EXPECT_EQ(7U, positions[0].head_length);
  EXPECT_EQ(7U, positions[0].window_length);
  restart_from(positions);
  append(" 2\n");
  EXPECT_EQ("step 2\n", pump());
}

TEST_F(FollowerTest, KnowsItsFileAgainWhereverTheUnfinishedLineBegan) {
  for (std::size_t length : {1U, 255U, 256U, 257U, 4095U, 4096U, 4097U, 70'000U}) {
    SCOPED_TRACE(length);
    fs_.replace(kPath, std::string(length - 1, 'h') + "\nunfinished");
    restart();
    pump();
    EXPECT_EQ(length, follower_->positions()[0].offset);
    restart_from_saved();
    append(" line\n");
    EXPECT_EQ("unfinished line\n", pump());
    EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at " + std::to_string(length) + " of " +
                                                 std::to_string(length + 16)));
  }
}

TEST_F(FollowerTest, GoesOnAfterReadsThatGiveLessThanAskedFor) {
  for (std::size_t max : {1U, 7U, 255U, 256U, 257U}) {
    SCOPED_TRACE(max);
    fs_.replace(kPath, "");
    restart();
    faults_.limit_reads(max);
    std::string text;
    for (int i = 0; i < 200; ++i) text += "line " + std::to_string(i) + "\n";
    append(text.substr(0, 700));
    auto lines = pump();
    append(text.substr(700));
    EXPECT_EQ(text, lines + pump());
    EXPECT_THAT(log_->take_events(), testing::SizeIs(1));
  }
}

TEST_F(FollowerTest, TriesAgainUntilAFileBecomesReadable) {
  append("a\n");
  fs_.forbid(kPath, true);
  auto outcome = pump_once();
  ASSERT_TRUE(outcome.error.has_value());
  EXPECT_EQ(std::errc::permission_denied, outcome.error->code);
  EXPECT_FALSE(outcome.gone);
  fs_.forbid(kPath, false);
  outcome = pump_once();
  EXPECT_FALSE(outcome.error.has_value());
  EXPECT_EQ("a\n", log_->take_lines());
}

TEST_F(FollowerTest, ReadsOnWhenThePermissionIsTakenWhileItIsOpen) {
  append("a\n");
  pump();
  fs_.forbid(kPath, true);
  append("b\n");
  EXPECT_EQ("b\n", pump());
  follower_->release();
  append("c\n");
  EXPECT_TRUE(pump_once().error.has_value());
  fs_.forbid(kPath, false);
  EXPECT_EQ("c\n", pump());
}

TEST_F(FollowerTest, KeepsItsPlaceThroughErrorsOfReading) {
  append("a\n");
  pump();
  append("b\n");
  faults_.fail(Call::Read, EIO);
  auto outcome = pump_once();
  ASSERT_TRUE(outcome.error.has_value());
  EXPECT_EQ(std::errc::io_error, outcome.error->code);
  EXPECT_EQ("b\n", pump());
  faults_.fail(Call::FileStat, EIO);
  faults_.fail(Call::Stat, EIO, 1, 2);
  append("c\n");
  pump();
  EXPECT_EQ("c\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 2"));
}

TEST_F(FollowerTest, OpensAnewWhenTheHandleIsStale) {
  append("a\n");
  pump();
  append("b\n");
  faults_.fail(Call::Read, ESTALE);
  EXPECT_TRUE(pump_once().error.has_value());
  EXPECT_EQ(0U, follower_->open_files());
  EXPECT_EQ("b\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 2"));
}

TEST_F(FollowerTest, ReadsTheNewFileWhenTheServerReplacedAStaleOne) {
  append("a\n");
  pump();
  fs_.make_stale(kPath);
  EXPECT_TRUE(pump_once().error.has_value());
  pass(1s);
  fs_.replace(kPath, "b\n");
  EXPECT_EQ("b\n", pump_for(10s));
  EXPECT_THAT(log_->take_events(),
              ElementsAre("open 1 at 0 of 2", "end 1 deleted", "open 2 at 0 of 2"));
}

TEST_F(FollowerTest, GoesOnAfterItsDescriptorWasGivenAway) {
  append("a\n");
  pump();
  follower_->release();
  EXPECT_EQ(0U, follower_->open_files());
  EXPECT_EQ(0U, fs_.open_files());
  auto opens = faults_.calls(Call::Open);
  EXPECT_EQ("", pump());
  EXPECT_EQ(opens, faults_.calls(Call::Open)) << "opened without a reason";
  append("b\n");
  EXPECT_EQ("b\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 2"));
}

TEST_F(FollowerTest, AsksForALineNoMoreThanItMust) {
  append("a\n");
  pump();
  append("b\n");
  const std::array<Call, 4> asked{Call::Stat, Call::Read, Call::FileStat, Call::Open};
  std::array<std::uint64_t, 4> before{};
  for (std::size_t i = 0; i < asked.size(); ++i) before[i] = faults_.calls(asked[i]);
  EXPECT_EQ("b\n", pump());
  std::array<std::uint64_t, 4> calls{};
  for (std::size_t i = 0; i < asked.size(); ++i) calls[i] = faults_.calls(asked[i]) - before[i];
  EXPECT_THAT(calls, ElementsAre(2, 1, 0, 0)) << "the path and its directory, the bytes";
}

// Its inode cannot have been used again, so what lies before the next bytes must tell.
TEST_F(FollowerTest, NoticesThatAClosedFileWasRewritten) {
  for (const bool births : {true, false}) {
    SCOPED_TRACE(births);
    fs_.say_birth_times(births);
    restart();
    append("first\n");
    pump();
    follower_->release();
    pass(1s);
    fs_.truncate(kPath, 0);
    append("other and longer\n");
    EXPECT_EQ("other and longer\n", pump());
    EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 6", "restart 1 rewritten lost 0"));
    fs_.unlink(kPath);
  }
}

TEST_F(FollowerTest, SeesGrowthThatOnlyTheServerKnows) {
  fs_.set_mount("/run", base::MountKind::Network);
  append("a\n");
  pump();
  fs_.hide_growth(true);
  restart_from_saved();
  pump();
  append("b\n");
  EXPECT_EQ("b\n", pump());
}

TEST_F(FollowerTest, FollowsNothingButRegularFiles) {
  fs_.make_special(kPath);
  EXPECT_EQ("", pump());
  EXPECT_TRUE(outcome_.gone);
  fs_.unlink(kPath);
  append("a\n");
  EXPECT_EQ("a\n", pump());
}

TEST_F(FollowerTest, HasNotForgottenSavedPositionsWhileThePathCannotBeLookedAt) {
  append("a\n");
  pump();
  auto saved = follower_->positions();
  restart_from(saved);
  faults_.fail(Call::Stat, EACCES, 1, 2);
  EXPECT_TRUE(pump_once().error.has_value());
  ASSERT_EQ(1U, follower_->positions().size());
  EXPECT_EQ(2U, follower_->positions()[0].offset);
  append("b\n");
  pump();
  EXPECT_EQ("b\n", pump() + log_->take_lines());
}

TEST_F(FollowerTest, PassesOverAHoleWithoutReadingIt) {
  append("a\n" + std::string(1 << 20, '\0') + "b\nc");
  EXPECT_EQ("a\n" + std::string(1 << 20, '\0') + "b\n", pump());
  EXPECT_GT(200'000U, outcome_.bytes);
  EXPECT_THAT(log_->take_events(), Contains(StartsWith("hole of ")));
  restart_from_saved();
  append("d\n");
  EXPECT_EQ("cd\n", pump());
  EXPECT_THAT(log_->take_events(), Not(Contains(StartsWith("restart"))));
}

TEST_F(FollowerTest, GoesOnAfterAHoleThatItWasRestartedIn) {
  append("a\n" + std::string(1 << 20, '\0'));
  pump();
  restart_from_saved();
  append("b\n");
  EXPECT_EQ(std::string(1 << 20, '\0') + "b\n", pump());
}

TEST_F(FollowerTest, TakesNothingForAHoleOnANetworkMount) {
  append("a\n" + std::string(1 << 20, '\0') + "b\n");
  fs_.set_lagging(kPath);
  pump();
  EXPECT_THAT(log_->take_events(), ElementsAre(StartsWith("open")));
}

}  // namespace
}  // namespace steptail::tail
