// What happened while the daemon was down.
#include "follower_fixture.h"

namespace steptail::tail {
namespace {

TEST_F(FollowerTest, ResumesWhereItLeftOff) {
  append("a\n");
  pump();
  append("b\n");
  restart_from_saved();
  EXPECT_EQ("b\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 2 of 4"));
}

TEST_F(FollowerTest, ReadsTheRestOfAFileThatWasRotatedWhileItWasDown) {
  append("a\n");
  pump();
  append("b\n");
  move(kPath, "/run/train.log.1");
  append("c\n");
  restart_from_saved();
  EXPECT_EQ("b\nc\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 2 of 4", "open 2 at 0 of 2"));
}

TEST_F(FollowerTest, FindsTheRotatedFileWhateverItsName) {
  append("a\n");
  pump();
  append("b\n");
  move(kPath, "/run/moved by hand");
  append("c\n");
  restart_from_saved();
  EXPECT_EQ("b\nc\n", pump());
}

// Where files have no birth times nothing tells it from one that was given its inode.
TEST_F(FollowerTest, TakesNoOtherFileForOneOfWhichNothingWasRead) {
  fs_.say_birth_times(false);
  append("a\nunfinished");
  pump();
  move(kPath, "/run/train.log.1");
  append("b\n");
  pump();
  move(kPath, "/run/notes.txt");
  append("c\n");
  restart_from_saved();
  std::string read = pump();
  read += pump_for(20s);
  EXPECT_THAT(read, Not(::testing::HasSubstr("b\n")));
  EXPECT_THAT(read, ::testing::HasSubstr("c\n"));
}

TEST_F(FollowerTest, WaitsOnceForAllThatAreMissing) {
  append("a\nunfinished");
  pump();
  for (int i = 0; i < 20; ++i) {
    const std::string rotated = "/run/train.log.2026-01-" + std::to_string(10 + i);
    move(kPath, rotated);
    append("b\n");
    pump();
  }
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(fs_.remove("/run/train.log.2026-01-" + std::to_string(10 + i)));
  }
  append("c\n");
  restart_from_saved();
  std::string read = pump();
  read += pump_for(4s);
  EXPECT_THAT(read, ::testing::HasSubstr("c\n"));
}

TEST_F(FollowerTest, FindsTheRotatedFileThatAListingMisses) {
  append("a\n");
  pump();
  append("b\n");
  move(kPath, "/run/train.log.1");
  append("c\n");
  fs_.miss_in_listings("/run/train.log.1", 2);
  restart_from_saved();
  EXPECT_EQ("b\nc\n", pump());
}

TEST_F(FollowerTest, ReadsTheFilesBetweenThoughAListingMissesOneAndGivesAnotherTwice) {
  append("a\n");
  pump();
  append("b\n");
  move(kPath, "/run/train.log.2");
  append("c\n");
  move(kPath, "/run/train.log.1");
  fs_.hard_link("/run/train.log.1", "/run/train.log.3");
  fs_.miss_in_listings("/run/train.log.2", 1);
  append("d\n");
  restart_from_saved();
  EXPECT_EQ("b\nc\nd\n", pump());
}

TEST_F(FollowerTest, RemembersWhatWasReadOfAFileThatItDoesNotFind) {
  append("a\n");
  pump();
  append("b\n");
  move(kPath, "/run/train.log.1");
  append("c\n");
  fs_.miss_in_listings("/run/train.log.1", 100);
  restart_from_saved();
  pump();
  const auto* read =
      ledger_.find_done(key_of(fs_.stat("/run/train.log.1").value()), "/run/train.log.1");
  ASSERT_NE(nullptr, read);
  EXPECT_EQ(2U, read->offset);
}

TEST_F(FollowerTest, ReadsEveryFileOfSeveralRotationsWhileItWasDown) {
  for (bool births : {true, false}) {
    SCOPED_TRACE(births);
    fs_.say_birth_times(births);
    fs_.unlink_tree("/run");
    append("old\n", "/run/train.log.1");
    append("1\n");
    restart();
    pump();
    append("2\n");
    move("/run/train.log.1", "/run/train.log.2");
    move(kPath, "/run/train.log.1");
    append("3\n");
    move("/run/train.log.2", "/run/train.log.3");
    move("/run/train.log.1", "/run/train.log.2");
    move(kPath, "/run/train.log.1");
    append("4\n");
    restart_from_saved();
    EXPECT_EQ("2\n3\n4\n", pump());
  }
}

TEST_F(FollowerTest, ReadsNoSiblingThatWasThereBeforeItWentDown) {
  append("a\n");
  append("summary\n", "/run/train.log.summary");
  pump();
  move(kPath, "/run/train.log.1");
  append("b\n");
  restart_from_saved();
  EXPECT_EQ("b\n", pump());
}

TEST_F(FollowerTest, ReadsAFileOnceThatWasNotBegunBeforeARemount) {
  append("1\nunfinished");
  pump();
  move(kPath, "/run/train.log.1");
  append("2\n");
  EXPECT_EQ("", pump());
  fs_.change_device(77);
  restart_from_saved();
  EXPECT_EQ("unfinished2\n", pump_for(10s));
}

TEST_F(FollowerTest, GoesOnWithNewerSiblingsWhenItsOwnFileIsNoMore) {
  append("old\n", "/run/train.log.1");
  append("1\n");
  pump();
  append("2\n", "/run/new.1");
  fs_.unlink(kPath);
  move("/run/new.1", "/run/train.log.1");
  append("3\n");
  restart_from_saved();
  EXPECT_EQ("2\n3\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 2 of 2", "end 1 deleted",
                                               "open 2 at 0 of 2", "open 3 at 0 of 2"));
}

TEST_F(FollowerTest, TellsARotatedAndACurrentFileInTheOrderTheyWereSavedIn) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  append("b\n");
  pump();
  append("late\n", "/run/train.log.1");
  append("c\n");
  restart_from_saved();
  EXPECT_EQ("late\nc\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 2 of 7", "open 2 at 2 of 4"));
}

TEST_F(FollowerTest, SeesATruncationThatHappenedWhileItWasDown) {
  append("a\nb\n");
  pump();
  fs_.truncate(kPath, 0);
  append("c\n");
  restart_from_saved();
  EXPECT_EQ("c\n", pump());
  EXPECT_THAT(log_->take_events(),
              ElementsAre("open 1 at 4 of 2", "restart 1 truncated lost 0", "backlog 1 2"));
}

TEST_F(FollowerTest, SeesARewritingThatHappenedWhileItWasDown) {
  append("a\nb\n");
  pump();
  fs_.truncate(kPath, 0);
  append("c\nd\ne\n");
  restart_from_saved();
  EXPECT_EQ("c\nd\ne\n", pump());
  EXPECT_THAT(log_->take_events(),
              ElementsAre("open 1 at 4 of 6", "restart 1 rewritten lost 0", "backlog 1 6"));
}

TEST_F(FollowerTest, ReadsTheCopiesThatWereMadeWhileItWasDown) {
  append("1\n");
  pump();
  append("2\n");
  copytruncate(kPath, "/run/train.log.1");
  append("3\n");
  move("/run/train.log.1", "/run/train.log.2");
  copytruncate(kPath, "/run/train.log.1");
  append("4\n");
  restart_from_saved();
  EXPECT_EQ("2\n3\n4\n", pump());
}

TEST_F(FollowerTest, DoesNotTakeAReusedInodeForTheOldFile) {
  for (bool births : {true, false}) {
    SCOPED_TRACE(births);
    fs_.say_birth_times(births);
    fs_.unlink_tree("/run");
    append("banner\nstep 1\nstep 2\n");
    restart();
    pump();
    auto inode = fs_.inode(kPath);
    fs_.unlink(kPath);
    pass(1s);
    fs_.reuse_inode(inode);
    append("banner\nstep 7\nstep 8\nstep 9\n");
    restart_from_saved();
    EXPECT_EQ("banner\nstep 7\nstep 8\nstep 9\n", pump());
  }
}

TEST_F(FollowerTest, DoesNotMergeTwoFilesThatBeginAlike) {
  std::string banner(5000, '#');
  banner += "\n";
  append(banner + "step 1\n");
  pump();
  move(kPath, "/run/other name");
  append(banner + "step 2\n");
  restart_from_saved();
  EXPECT_EQ(banner + "step 2\n", pump());
}

TEST_F(FollowerTest, DoesNotCountAgainWhenTheDeviceNumberChanged) {
  append("a\n");
  pump();
  append("b\n");
  fs_.change_device(77);
  restart_from_saved();
  EXPECT_EQ("b\n", pump());
}

TEST_F(FollowerTest, SaysThatAFileEndedThatWasDeletedWhileItWasDown) {
  append("a\nhalf");
  pump();
  fs_.unlink(kPath);
  restart_from_saved();
  pump();
  EXPECT_TRUE(outcome_.gone);
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 2 of 2", "end 1 deleted"));
}

TEST_F(FollowerTest, ResumesInTheMiddleOfACopy) {
  append("0\n");
  pump();
  append("1\n2\n3\n");
  copytruncate(kPath, "/run/train.log.1");
  append("4\n");
  pump_once(2);
  EXPECT_EQ("1\n", log_->take_lines());
  restart_from_saved();
  EXPECT_EQ("2\n3\n4\n", pump());
}

TEST_F(FollowerTest, ReadsEverythingWithoutACheckpoint) {
  append("a\n");
  pump();
  append("b\n");
  restart();
  EXPECT_EQ("a\nb\n", pump());
}

TEST(FilePosition, ComesBackAsItWasSaved) {
  FilePosition position{.path = "/a/b",
                        .device = 1,
                        .inode = 2,
                        .born = base::WallTime{3s},
                        .modified = base::WallTime{4s},
                        .current = true,
                        .offset = 5000,
                        .head_length = 4096,
                        .head_hash = 7,
                        .window_length = 256,
                        .window_hash = 9};
  base::ByteWriter writer;
  position.save(writer);
  base::ByteReader reader(writer.bytes());
  auto loaded = FilePosition::load(reader);
  ASSERT_TRUE(reader.ok());
  base::ByteWriter again;
  loaded.save(again);
  EXPECT_EQ(writer.bytes(), again.bytes());
}

TEST(FilePosition, RefusesLengthsThatCannotBe) {
  FilePosition good{.offset = 300, .head_length = 300, .window_length = 256};
  for (auto bad : {FilePosition{.offset = 300, .head_length = 301, .window_length = 256},
                   FilePosition{.offset = 9000, .head_length = 4097, .window_length = 256},
                   FilePosition{.offset = 9000, .head_length = 4096, .window_length = 257},
                   FilePosition{.offset = 10, .head_length = 10, .window_length = 11}}) {
    base::ByteWriter writer;
    bad.save(writer);
    base::ByteReader reader(writer.bytes());
    FilePosition::load(reader);
    EXPECT_FALSE(reader.ok());
  }
  base::ByteWriter writer;
  good.save(writer);
  base::ByteReader reader(writer.bytes());
  FilePosition::load(reader);
  EXPECT_TRUE(reader.ok());
}

TEST_F(FollowerTest, KnowsItsFileWhenAMountComesBackWithAnotherDeviceNumber) {
  append("a\nb\n");
  pump();
  move(kPath, "/elsewhere");
  EXPECT_EQ("", pump());
  move("/elsewhere", kPath);
  fs_.change_device(9);
  append("c\n");
  EXPECT_EQ("c\n", pump());
  append("d\n");
  EXPECT_EQ("d\n", pump());
}

TEST_F(FollowerTest, GoesOnInTheCopyOfAFileThatWasDeletedWhileItWasDown) {
  append("a\n");
  pump();
  append("b\n");
  copytruncate(kPath, "/run/train.log.1");
  fs_.unlink(kPath);
  append("c\n");
  restart_from_saved();
  EXPECT_EQ("b\nc\n", pump_for(8s));
}

TEST_F(FollowerTest, GoesOnInTheCopyOfAFileThatWasRotatedWhileItWasDown) {
  for (bool births : {true, false}) {
    SCOPED_TRACE(births);
    const std::string more = births ? " with births\n" : "\n";  // what was read once is no news
    fs_.say_birth_times(births);
    fs_.unlink_tree("/run");
    append("a" + more);
    restart();
    pump();
    append("b" + more);
    copytruncate(kPath, "/run/train.log.2");
    append("c" + more);
    move(kPath, "/run/train.log.1");
    append("d" + more);
    restart_from_saved();
    EXPECT_EQ("b" + more + "c" + more + "d" + more, pump_for(8s));
  }
}

}  // namespace
}  // namespace steptail::tail
