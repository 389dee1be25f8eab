// What a writer that has not noticed the rotation adds after the end of its file was told.
#include "follower_fixture.h"

namespace steptail::tail {
namespace {

// The file has been read, rotated to train.log.1, and its end told.
class LateLinesTest : public FollowerTest {
 protected:
  static constexpr const char* kRotated = "/run/train.log.1";

  void rotate_and_end(const std::string& to = kRotated) {
    append("a\n");
    pump();
    move(kPath, to);
    append("b\n");
    pump_for(10s);
    EXPECT_THAT(log_->take_events(), Contains("end 1 rotated"));
  }
};

TEST_F(LateLinesTest, AreReadThoughDescriptorsAreScarce) {
  rotate_and_end();
  follower_->release();
  EXPECT_EQ(0U, fs_.open_files());
  append("late\n", kRotated);
  EXPECT_EQ("late\n", pump_for(2s));
  EXPECT_THAT(log_->take_events(), ElementsAre("open 3 at 2 of 2"));
  EXPECT_EQ("", pump_for(10s));
  EXPECT_THAT(log_->take_events(), ElementsAre("end 3 late"));
}

TEST_F(LateLinesTest, AreReadOfAFileThatIsRotatedOnWhileItIsClosed) {
  rotate_and_end();
  follower_->release();
  move(kRotated, "/run/train.log.2");
  move(kPath, kRotated);
  append("c\n");
  append("late\n", "/run/train.log.2");
  EXPECT_EQ("late\nc\n", pump_for(2s));
}

TEST_F(LateLinesTest, AreReadOfAFileThatWasPutIntoAnotherDirectory) {
  rotate_and_end("/old/train.log.1");
  follower_->release();
  append("late\n", "/old/train.log.1");
  EXPECT_EQ("late\n", pump_for(2s));
  follower_->release();
  move("/old/train.log.1", "/old/train.log.2");
  append("later\n", "/old/train.log.2");
  EXPECT_EQ("later\n", pump_for(2s));
  EXPECT_EQ(0U, lost_bytes_);
}

TEST_F(LateLinesTest, AreReadOfAFileInAnotherDirectoryThatWasClosedBeforeItsEnd) {
  append("a\n");
  pump();
  move(kPath, "/old/train.log.1");
  append("b\n");
  EXPECT_EQ("b\n", pump());
  follower_->release();
  EXPECT_EQ("", pump_for(10s));
  append("late\n", "/old/train.log.1");
  EXPECT_EQ("late\n", pump_for(2s));
}

TEST_F(LateLinesTest, OpenNothingWhileThereAreNone) {
  rotate_and_end();
  follower_->release();
  auto opens = faults_.calls(support::Call::Open);
  auto listings = faults_.calls(support::Call::List);
  EXPECT_EQ("", pump_for(60s));
  EXPECT_EQ(opens, faults_.calls(support::Call::Open));
  EXPECT_EQ(listings, faults_.calls(support::Call::List));
  EXPECT_GT(outcome_.wake, 0s);
}

TEST_F(LateLinesTest, AreWaitedForNoLongerThanOfAnOpenFile) {
  rotate_and_end();
  follower_->release();
  EXPECT_EQ(2U, follower_->positions().size());
  pump_for(11min);
  EXPECT_EQ(1U, follower_->positions().size());
  EXPECT_TRUE(is_done(kRotated));
}

TEST_F(LateLinesTest, AreReadAfterARestart) {
  rotate_and_end();
  append("while it was down\n", kRotated);
  restart_from_saved();
  EXPECT_EQ("while it was down\n", pump_for(2s));
  EXPECT_THAT(log_->take_events(), ElementsAre("open 2 at 2 of 2", "open 3 at 2 of 20"));
  append("late\n", kRotated);
  EXPECT_EQ("late\n", pump_for(2s));
}

TEST_F(LateLinesTest, AreReadAfterARestartWhereverTheirFileIs) {
  rotate_and_end("/old/train.log.1");
  restart_from_saved();
  append("late\n", "/old/train.log.1");
  EXPECT_EQ("late\n", pump_for(2s));
}

TEST_F(LateLinesTest, AreReadAfterARestartOfAFileThatWasMovedAwayLongAfterItsEnd) {
  rotate_and_end();
  move(kRotated, "/old/train.log.1");
  EXPECT_EQ("", pump_for(5s));
  restart_from_saved();
  append("late\n", "/old/train.log.1");
  EXPECT_EQ("late\n", pump_for(2s));
}

TEST_F(LateLinesTest, AreReadAfterARestartWhereBirthsAreUnknown) {
  fs_.say_birth_times(false);
  rotate_and_end();
  restart_from_saved();
  move(kRotated, "/run/train.log.2");
  append("late\n", "/run/train.log.2");
  EXPECT_EQ("late\n", pump_for(2s));
}

TEST_F(LateLinesTest, KeepNoFileOpenAfterARestartBeforeTheyCome) {
  rotate_and_end();
  restart_from_saved();
  EXPECT_EQ("", pump_for(5s));
  EXPECT_EQ(1U, fs_.open_files());
  append("late\n", kRotated);
  EXPECT_EQ("late\n", pump_for(2s));
}

// Where the pattern matches its name, it is a log like every other.
TEST_F(LateLinesTest, AreOfAnotherLogOnceTheFileWasEmptied) {
  rotate_and_end();
  EXPECT_TRUE(is_done(kRotated));
  fs_.truncate(kRotated, 0);
  append("x", kRotated);
  EXPECT_EQ("", pump_for(10s));
  EXPECT_FALSE(is_done(kRotated));
}

// A byte is changed in place, or the file is overwritten, cut, or made the copy of another one.
class ChangedAfterItsEndTest : public LateLinesTest,
                               public ::testing::WithParamInterface<std::string> {
 protected:
  void change() {
    fs_.truncate(kRotated, 0);
    append(GetParam(), kRotated);
  }
};
INSTANTIATE_TEST_SUITE_P(To, ChangedAfterItsEndTest,
                         ::testing::Values("x\n", "xx\nyyyy\n", "a", "b\n"));

TEST_P(ChangedAfterItsEndTest, IsNoLogOfItsWriterAnyMore) {
  rotate_and_end();
  change();
  EXPECT_EQ("", pump_for(10s));
  EXPECT_EQ(0U, lost_bytes_);
  EXPECT_EQ(1U, follower_->positions().size());
}

TEST_P(ChangedAfterItsEndTest, IsNoLogOfItsWriterAnyMoreThoughItWasClosed) {
  rotate_and_end();
  follower_->release();
  change();
  EXPECT_EQ("", pump_for(10s));
  EXPECT_EQ(1U, follower_->positions().size());
}

TEST_P(ChangedAfterItsEndTest, IsNoLogOfItsWriterAnyMoreAfterARestart) {
  rotate_and_end();
  change();
  restart_from_saved();
  EXPECT_EQ("", pump_for(10s));
  EXPECT_EQ(1U, follower_->positions().size());
}

TEST_F(LateLinesTest, NeedNoFileThatIsGoneAfterARestart) {
  rotate_and_end();
  fs_.unlink(kRotated);
  restart_from_saved();
  EXPECT_EQ("", pump_for(10s));
  EXPECT_THAT(log_->take_events(), ElementsAre("open 2 at 2 of 2"));
  EXPECT_EQ(0U, lost_bytes_);
  EXPECT_EQ(1U, follower_->positions().size());
}

TEST_F(LateLinesTest, AreNoReasonToForgetSinceWhenNobodyLooked) {
  rotate_and_end();
  fs_.unlink(kPath);
  pump_for(5s);
  append("c\n");
  move(kRotated, "/run/train.log.2");
  move(kPath, kRotated);
  append("d\n");
  restart_from_saved();
  EXPECT_EQ("c\nd\n", pump_for(2s));
}

TEST_F(LateLinesTest, AreReadOfAFileThatCameBackToItsPathDuringARestart) {
  rotate_and_end();
  fs_.unlink(kPath);
  pump_for(5s);
  move(kRotated, kPath);
  append("late\n");
  restart_from_saved();
  EXPECT_EQ("late\n", pump_for(2s));
}

}  // namespace
}  // namespace steptail::tail
