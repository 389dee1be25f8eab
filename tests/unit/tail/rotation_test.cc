// Rename rotation, deletion, replacement and symlinks, while the daemon runs.
#include "follower_fixture.h"

namespace steptail::tail {
namespace {

TEST_F(FollowerTest, DrainsARenamedFileBeforeItReadsTheNewOne) {
  append("a\n");
  pump();
  append("b\n");
  move(kPath, "/run/train.log.1");
  append("c\n");
  EXPECT_EQ("b\nc\n", pump());
  EXPECT_EQ("", pump_for(10s));
  EXPECT_THAT(log_->take_events(),
              ElementsAre("open 1 at 0 of 2", "open 2 at 0 of 2", "end 1 rotated"));
}

TEST_F(FollowerTest, TellsLateWritesToTheOldFileAsItsOwn) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  append("x\n");
  pump();
  append("late\n", "/run/train.log.1");
  EXPECT_EQ("late\n", pump());
  EXPECT_EQ(2U, follower_->positions().size());
}

TEST_F(FollowerTest, FollowsARenamedFileWhateverItsNewName) {
  append("a\n");
  pump();
  move(kPath, "/run/kept by hand");
  EXPECT_EQ("", pump_for(60s));
  append("b\n", "/run/kept by hand");
  EXPECT_EQ("b\n", pump());
  EXPECT_FALSE(outcome_.gone);
}

TEST_F(FollowerTest, LetsARenamedFileGoAfterTenQuietMinutes) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  pump_for(9min);
  EXPECT_EQ(1U, fs_.open_files());
  pump_for(2min);
  EXPECT_EQ(0U, fs_.open_files());
  EXPECT_TRUE(outcome_.gone);
}

TEST_F(FollowerTest, ReadsAnOldFileThatGrowsAfterItsEndAsANewOne) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  append("x\n");
  pump_for(10s);
  EXPECT_THAT(log_->take_events(), testing::SizeIs(3));
  append("very late\n", "/run/train.log.1");
  EXPECT_EQ("very late\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 3 at 2 of 2"));
}

TEST_F(FollowerTest, FollowsAChainOfRotationsBetweenTwoLooks) {
  append("1\n");
  pump();
  append("2\n");
  move(kPath, "/run/train.log.1");
  append("3\n");
  move("/run/train.log.1", "/run/train.log.2");
  move(kPath, "/run/train.log.1");
  append("4\n");
  move("/run/train.log.2", "/run/train.log.3");
  move("/run/train.log.1", "/run/train.log.2");
  move(kPath, "/run/train.log.1");
  append("5\n");
  EXPECT_EQ("2\n3\n4\n5\n", pump());
}

TEST_F(FollowerTest, ReadsNoSiblingThatWasThereAtFirstSight) {
  append("old 2\n", "/run/train.log.2");
  append("old 1\n", "/run/train.log.1");
  append("other\n", "/run/train.log-notes");
  append("a\n");
  EXPECT_EQ("a\n", pump());
  move("/run/train.log.1", "/run/train.log.2");
  move(kPath, "/run/train.log.1");
  append("b\n");
  EXPECT_EQ("b\n", pump());
}

TEST_F(FollowerTest, ReadsNoSiblingThatCameAfterTheNewFile) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  append("b\n");
  append("of another rank\n", "/run/train.log.rank1");
  EXPECT_EQ("b\n", pump());
}

TEST_F(FollowerTest, ReadsNoCopyOfWhatItHasRead) {
  append("a\nb\n");
  pump();
  pass(1s);
  fs_.copy(kPath, "/run/train.log.kept");
  move(kPath, "/run/train.log.1");
  append("c\n");
  EXPECT_EQ("c\n", pump());
}

TEST_F(FollowerTest, BelievesOnlyNumberedSiblingsWithoutBirthTimes) {
  fs_.say_birth_times(false);
  append("a\n");
  pump();
  append("of another rank\n", "/run/train.log.rank1");
  move(kPath, "/run/train.log.2");
  append("b\n");
  move(kPath, "/run/train.log.1");
  append("c\n");
  EXPECT_EQ("b\nc\n", pump());
}

TEST_F(FollowerTest, OrdersFilesOfOneMomentByTheirNumbers) {
  append("1\n");
  pump();
  pass(1s);
  for (const char* text : {"2\n", "3\n", "4\n"}) {
    if (fs_.exists("/run/train.log.2")) fs_.move("/run/train.log.2", "/run/train.log.3");
    if (fs_.exists("/run/train.log.1")) fs_.move("/run/train.log.1", "/run/train.log.2");
    fs_.move(kPath, "/run/train.log.1");
    fs_.append(kPath, text);
  }
  EXPECT_EQ("2\n3\n4\n", pump());
}

TEST_F(FollowerTest, ReadsNoCompressedSibling) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  append("garbage\n", "/run/train.log.2.gz");
  append("b\n");
  EXPECT_EQ("b\n", pump());
}

TEST_F(FollowerTest, HoldsTheNewFileBackForTheLastLineOfTheOldOne) {
  append("step 9");
  pump();
  move(kPath, "/run/train.log.1");
  append("step 11\n");
  EXPECT_EQ("", pump());
  append("\nstep 10\n", "/run/train.log.1");
  EXPECT_EQ("step 9\nstep 10\nstep 11\n", pump());
}

TEST_F(FollowerTest, EndsTheLastLineOfTheOldFileBeforeTheNewOneSpeaks) {
  append("step 10");
  pump();
  move(kPath, "/run/train.log.1");
  append("step 11\n");
  EXPECT_EQ("step 10step 11\n", pump_for(10s));
  EXPECT_THAT(log_->take_events(),
              ElementsAre("open 1 at 0 of 7", "end 1 rotated", "open 2 at 0 of 8"));
}

TEST_F(FollowerTest, SaysWhenToLookAgain) {
  append("a\n");
  pump();
  EXPECT_EQ(0s, outcome_.wake);
  move(kPath, "/run/train.log.1");
  append("b\n");
  pump();
  EXPECT_GT(outcome_.wake, 0s);
  EXPECT_LE(outcome_.wake, 5s);
  for (base::Duration past{0}; past < 1min; past += 1s) {
    pump_for(1s);
    EXPECT_GT(outcome_.wake, 0s) << "no event tells that a renamed file grows";
    EXPECT_LE(outcome_.wake, 5s);
  }
}

TEST_F(FollowerTest, DrainsADeletedFileAndLetsItGoWithinSeconds) {
  append("a\n");
  pump();
  append("b\nlast");
  fs_.unlink(kPath);
  EXPECT_EQ("b\n", pump());
  EXPECT_GT(follower_->unlinked_bytes(), 0U);
  EXPECT_EQ("last", pump_for(4s));
  EXPECT_TRUE(outcome_.gone);
  EXPECT_EQ(0U, fs_.open_files());
  EXPECT_EQ(0U, follower_->unlinked_bytes());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 2", "end 1 deleted"));
}

TEST_F(FollowerTest, ReadsADeletedAndRecreatedFileFromItsStart) {
  append("a\n");
  pump();
  append("b\n");
  fs_.unlink(kPath);
  append("c\n");
  EXPECT_EQ("b\nc\n", pump());
  pump_for(5s);
  EXPECT_THAT(log_->take_events(),
              ElementsAre("open 1 at 0 of 2", "open 2 at 0 of 2", "end 1 deleted"));
}

TEST_F(FollowerTest, DrainsAFileThatAnotherWasRenamedOver) {
  append("a\n");
  pump();
  append("b\n");
  append("c\n", "/run/new");
  move("/run/new", kPath);
  EXPECT_EQ("b\nc\n", pump());
}

TEST_F(FollowerTest, KeepsHoldOfARotatedFileThatIsDeletedBeforeItWasRead) {
  append("a\n");
  pump();
  append("b\n");
  move(kPath, "/run/train.log.1");
  fs_.unlink("/run/train.log.1");
  append("c\n");
  EXPECT_EQ("b\nc\n", pump());
}

TEST_F(FollowerTest, TakesAFileThatComesBackForWhatItIs) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  pump();
  move("/run/train.log.1", kPath);
  append("b\n");
  EXPECT_EQ("b\n", pump_for(10s));
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 2"));
}

TEST_F(FollowerTest, GoesOnInAFileThatComesBackAfterItsEnd) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  append("x\n");
  pump_for(11min);
  move("/run/train.log.1", kPath);
  append("b\n");
  EXPECT_EQ("b\n", pump());
}

TEST_F(FollowerTest, FollowsASymlinkFromTargetToTarget) {
  append("1\n", "/data/run42");
  fs_.symlink("/data/run42", kPath);
  EXPECT_EQ("1\n", pump());
  append("2\n", "/data/run42");
  append("3\n", "/data/run43");
  fs_.symlink("/data/run43", kPath);
  EXPECT_EQ("2\n3\n", pump());
  append("late\n", "/data/run42");
  append("4\n", "/data/run43");
  EXPECT_EQ("late\n4\n", pump());
}

TEST_F(FollowerTest, DoesNotRepeatASymlinkTargetThatComesBack) {
  append("1\n", "/data/run42");
  append("2\n", "/data/run43");
  fs_.symlink("/data/run42", kPath);
  pump();
  fs_.symlink("/data/run43", kPath);
  EXPECT_EQ("2\n", pump_for(15min));
  append("3\n", "/data/run42");
  fs_.symlink("/data/run42", kPath);
  EXPECT_EQ("3\n", pump());
}

TEST_F(FollowerTest, DoesNotHoldDeletedFilesOfANetworkMount) {
  fs_.set_mount("/run", base::MountKind::Network);
  append("a\n");
  pump();
  move(kPath, "/run/.nfs000000000001");  // what the client does on unlink
  pump_for(4s);
  EXPECT_TRUE(outcome_.gone);
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 2", "end 1 deleted"));
}

TEST_F(FollowerTest, FindsAFileThatWasRenamedWhileItWasClosed) {
  append("a\n");
  pump();
  append("b\n");
  follower_->release();
  move(kPath, "/run/elsewhere");
  append("c\n");
  EXPECT_EQ("b\nc\n", pump());
}

TEST_F(FollowerTest, LooksUnderItsOwnNameForAFileThatCameBack) {
  append("a\n");
  pump();
  follower_->release();
  move(kPath, "/run/train.log.1");
  append("b\n", "/run/train.log.1");
  EXPECT_EQ("b\n", pump());
  move("/run/train.log.1", kPath);
  for (const char* line : {"c\n", "d\n", "e\n"}) {
    append(line);
    EXPECT_EQ(line, pump());
    EXPECT_FALSE(outcome_.error);
    follower_->release();
  }
  move(kPath, "/run/train.log.1");
  append("f\n", "/run/train.log.1");
  append("g\n");
  EXPECT_EQ("f\ng\n", pump());
}

TEST_F(FollowerTest, CountsWhatWasLostWithAFileDeletedWhileItWasClosed) {
  append("a\n" + std::string(100, 'x') + "\n");
  pump_once(3);
  follower_->release();
  fs_.unlink(kPath);
  pump_for(5s);
  EXPECT_EQ(100U, lost_bytes_);
  EXPECT_TRUE(outcome_.gone);
}

TEST_F(FollowerTest, KnowsItsRotatedFilesUnderTheirNewNames) {
  append("a\n");
  append("z\n", "/run/train.log.old");
  pump();
  move(kPath, "/run/train.log.1");
  append("b\n");
  pump();
  EXPECT_TRUE(is_read("/run/train.log.1"));
  EXPECT_FALSE(is_read("/run/train.log.old"));
  pump_for(11min);
  EXPECT_TRUE(is_done("/run/train.log.1"));
  EXPECT_FALSE(is_done("/run/train.log.old"));
}

TEST_F(FollowerTest, ForgetsDeletedFilesAtOnce) {
  append("a\n");
  pump();
  fs_.hard_link(kPath, "/run/held");
  auto stat = fs_.stat(kPath).value();
  fs_.unlink("/run/held");
  fs_.unlink(kPath);
  pump_for(5s);
  EXPECT_FALSE(ledger_.is_done(stat, kPath));
}

TEST_F(FollowerTest, LeaksNothingOverAThousandRotations) {
  append("0\n");
  pump();
  for (int i = 1; i <= 1000; ++i) {
    move(kPath, "/run/train.log.1");
    auto text = std::to_string(i) + "\n";
    append(text);
    ASSERT_EQ(text, pump());
    pump_for(2s);
  }
  pump_for(11min);
  EXPECT_EQ(1U, fs_.open_files());
  EXPECT_EQ(1U, follower_->positions().size());
}

TEST_F(FollowerTest, KeepsFewRotatedFilesHoweverShortItsLives) {
  for (int i = 1; i <= 200; ++i) {
    auto text = std::to_string(i) + "\n";
    append(text);
    ASSERT_EQ(text, pump_for(2s));
    move(kPath, "/run/train.log." + std::to_string(i));
    restart_from_saved();
  }
  EXPECT_EQ("", pump_for(1s));
  EXPECT_GE(66U, follower_->positions().size());
  EXPECT_TRUE(is_done("/run/train.log.1"));
}

TEST_F(FollowerTest, TellsTheCopyOfARotatedAndTruncatedFileOnlyOnce) {
  append("a\n");
  pump();
  append("b\n");
  copytruncate(kPath, "/run/train.log.1");
  append("c\nlonger than before\n");
  move("/run/train.log.1", "/run/train.log.2");
  move(kPath, "/run/train.log.1");
  EXPECT_EQ("b\nc\nlonger than before\n", pump());
  append("d\n");
  EXPECT_EQ("d\n", pump());
}

}  // namespace
}  // namespace steptail::tail
