// The same file begins anew: truncated, rewritten, copied away. While the daemon runs.
#include "follower_fixture.h"

namespace steptail::tail {
namespace {

std::string lines_from(int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i) text += "step " + std::to_string(i) + " loss 2.5\n";
  return text;
}

TEST_F(FollowerTest, StartsAnewWhenTheFileIsTruncated) {
  append("a\nb\n");
  pump();
  fs_.truncate(kPath, 0);
  EXPECT_EQ("", pump());
  append("c\n");
  EXPECT_EQ("c\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 4", "restart 1 truncated lost 0"));
}

TEST_F(FollowerTest, CountsWhatATruncationTook) {
  append(std::string(99, 'x') + "\n");
  pump_once(30);
  fs_.truncate(kPath, 0);
  pump();
  EXPECT_THAT(log_->take_events(),
              ElementsAre("open 1 at 0 of 100", "restart 1 truncated lost 70"));
}

TEST_F(FollowerTest, SeesAFileThatGrewBackToTheSameSize) {
  append("a\nb\n");
  pump();
  fs_.truncate(kPath, 0);
  append("c\nd\n");
  EXPECT_EQ("c\nd\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 4", "restart 1 rewritten lost 0"));
}

TEST_F(FollowerTest, SeesAFileThatGrewBackEvenWhenItsTimesDoNotMove) {
  append("a\nb\n");
  pump();
  fs_.truncate(kPath, 0);
  fs_.append(kPath, "c\nd\n");
  EXPECT_EQ("c\nd\n", pump());
}

TEST_F(FollowerTest, SeesAFileThatGrewBeyondWhatItWas) {
  append(lines_from(1, 50));
  pump();
  fs_.truncate(kPath, 0);
  append(lines_from(100, 200));
  EXPECT_EQ(lines_from(100, 200), pump());
}

TEST_F(FollowerTest, SeesARewrittenFileBehindTheSameBanner) {
  std::string banner(6000, '=');
  banner += "\n";
  append(banner + lines_from(1, 50));
  pump();
  fs_.truncate(kPath, 0);
  append(banner + lines_from(51, 150));
  EXPECT_EQ(banner + lines_from(51, 150), pump());
}

TEST_F(FollowerTest, SeesBytesThatWereRewrittenInPlace) {
  append(lines_from(1, 20));
  pump();
  auto text = fs_.bytes(kPath);
  fs_.overwrite(kPath, text.size() - 5, "XXXX");
  pump();
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of " + std::to_string(text.size()),
                                               "restart 1 rewritten lost 0"));
}

TEST_F(FollowerTest, StartsAnewWhenTheLastLineIsCutOff) {
  append("a\nb\nc\n");
  pump();
  fs_.truncate(kPath, 4);
  EXPECT_EQ("a\nb\n", pump());
}

TEST_F(FollowerTest, DropsTheUnfinishedLineOfWhatWasTruncated) {
  append("a\nhalf");
  pump();
  fs_.truncate(kPath, 0);
  append("whole\n");
  EXPECT_EQ("whole\n", pump());
}

TEST_F(FollowerTest, CountsNothingTwiceWhenAReadFileIsCopiedAndTruncated) {
  append("a\nb\n");
  pump();
  copytruncate(kPath, "/run/train.log.1");
  append("c\n");
  EXPECT_EQ("c\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 4", "restart 1 truncated lost 0"));
  EXPECT_TRUE(is_done("/run/train.log.1"));
}

TEST_F(FollowerTest, ReadsTheRestFromTheCopyBesideIt) {
  append("a\n");
  pump();
  append("b\nc\n");
  copytruncate(kPath, "/run/train.log.1");
  append("d\n");
  EXPECT_EQ("b\nc\nd\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 2", "restart 1 truncated lost 0"));
  EXPECT_EQ(1U, fs_.open_files());
}

TEST_F(FollowerTest, ReadsTheRestFromTheCopyEvenWithoutBirthTimes) {
  fs_.say_birth_times(false);
  append("a\n");
  pump();
  append("b\n");
  copytruncate(kPath, "/run/train.log-20250131");
  append("c\n");
  EXPECT_EQ("b\nc\n", pump());
}

TEST_F(FollowerTest, GoesOnInTheMiddleOfALineInTheCopy) {
  append("a\nb");
  pump();
  append("c\nd");
  copytruncate(kPath, "/run/train.log.1");
  append("e\n");
  EXPECT_EQ("bc\ne\n", pump());
}

TEST_F(FollowerTest, CountsOnlyWhatTheCopyDoesNotHold) {
  append("a\nb\nc\nd\n");
  pump_once(2);
  pass(1s);
  fs_.replace("/run/train.log.1", "a\nb\nc\n");
  pass(1s);
  fs_.truncate(kPath, 0);
  EXPECT_EQ("a\nb\nc\n", pump());
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 8", "restart 1 truncated lost 2"));
}

TEST_F(FollowerTest, ReadsACopyOfWhichNothingWasRead) {
  append("");
  pump();
  append("a\n");
  copytruncate(kPath, "/run/train.log.1");
  append("b\n");
  EXPECT_EQ("b\n", pump());  // of an empty file nothing tells that it was truncated
}

TEST_F(FollowerTest, FollowsSeveralCopiesBetweenTwoLooks) {
  append("1\n");
  pump();
  append("2\n");
  copytruncate(kPath, "/run/train.log.1");
  append("3\n");
  move("/run/train.log.1", "/run/train.log.2");
  copytruncate(kPath, "/run/train.log.1");
  append("4\n");
  EXPECT_EQ("2\n3\n4\n", pump());
}

TEST_F(FollowerTest, KnowsACopyThatLacksWhatTheWriterAddedMeanwhile) {
  append(lines_from(1, 20));
  pump();
  pass(1s);
  fs_.copy(kPath, "/run/train.log.1");
  append("between copying and truncating\n");
  pump();
  pass(1s);
  fs_.truncate(kPath, 0);
  append("c\n");
  EXPECT_EQ("c\n", pump());
}

TEST_F(FollowerTest, LeavesANewNeighbourAloneWhenItIsTruncated) {
  append("a\n");
  pump();
  append("of another rank\n", "/run/train.log.rank1");
  fs_.truncate(kPath, 0);
  append("b\n");
  EXPECT_EQ("b\n", pump());
}

TEST_F(FollowerTest, LeavesOlderCopiesAlone) {
  append("a\n");
  copytruncate(kPath, "/run/train.log.1");
  append("b\n");
  EXPECT_EQ("b\n", pump());
  fs_.truncate(kPath, 0);
  append("c\n");
  EXPECT_EQ("c\n", pump());
}

TEST_F(FollowerTest, ReadsACopyWithinItsBudget) {
  append("0\n");
  pump();
  append(lines_from(1, 100));
  copytruncate(kPath, "/run/train.log.1");
  append("end\n");
  std::string lines;
  for (int i = 0; i < 500; ++i) {
    outcome_ = pump_once(16);
    EXPECT_LE(outcome_.bytes, 16U);
    lines += log_->take_lines();
    if (!outcome_.more) break;
  }
  EXPECT_EQ(lines_from(1, 100) + "end\n", lines);
}

TEST_F(FollowerTest, NoticesATruncatedFileThatIsNoLongerAtThePath) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  append("x\n");
  pump();
  fs_.truncate("/run/train.log.1", 0);
  append("b\n", "/run/train.log.1");
  EXPECT_EQ("b\n", pump());
}

TEST_F(FollowerTest, SeesThatAClosedFileWasReplacedByOneWithTheSameInode) {
  fs_.say_birth_times(false);
  append(lines_from(1, 30));
  pump();
  follower_->release();
  auto inode = fs_.inode(kPath);
  fs_.unlink(kPath);
  fs_.reuse_inode(inode);
  append(lines_from(31, 90));
  EXPECT_EQ(lines_from(31, 90), pump());
}

TEST_F(FollowerTest, GoesOnInTheCopyOfAFileThatWasDeletedWhileItWasClosed) {
  append("a\n");
  pump();
  follower_->release();
  append("b\n");
  copytruncate(kPath, "/run/train.log.1");
  fs_.unlink(kPath);
  append("c\n");
  EXPECT_EQ("b\nc\n", pump_for(8s));
  EXPECT_EQ(0U, lost_bytes_);
}

TEST_F(FollowerTest, SaysThatTheCopyOfAFileThatIsGoneIsOne) {
  append("a\n");
  pump();
  follower_->release();
  copytruncate(kPath, "/run/train.log.1");
  fs_.unlink(kPath);
  pump();
  append("d\n", "/run/train.log.2");
  EXPECT_TRUE(follower_->is_copied_to("/run/train.log.1", *fs_.stat("/run/train.log.1")));
  EXPECT_FALSE(follower_->is_copied_to("/run/train.log.2", *fs_.stat("/run/train.log.2")));
}

// What follows "ste" is told apart from a line that begins like it.
TEST_F(FollowerTest, TakesNoFileForACopyOfOneOfWhichItKnowsLessThanALine) {
  append("ste");
  pump();
  fs_.unlink(kPath);
  pump();
  append("step 2\n");
  move(kPath, "/run/train.log.1");
  EXPECT_EQ("stestep 2\n", pump_for(8s));
}

TEST_F(FollowerTest, GoesOnInNoFileThatBeginsLikeAnUnfinishedLineThatIsGone) {
  append("ste");
  pump();
  follower_->release();
  fs_.unlink(kPath);
  append("step 2\n");
  move(kPath, "/run/train.log.1");
  EXPECT_EQ("stestep 2\n", pump_for(8s));
}

TEST_F(FollowerTest, KnowsNoFileAgainByLessThanALine) {
  fs_.say_birth_times(false);
  append("ste");
  pump();
  follower_->release();
  auto inode = fs_.inode(kPath);
  fs_.unlink(kPath);
  EXPECT_EQ("ste", pump_for(8s));
  fs_.reuse_inode(inode);
  append("step 2\n");
  EXPECT_EQ("step 2\n", pump());
}

TEST_F(FollowerTest, ReadsInOrderWhatWasTruncatedAndRotatedWhereBirthsAreUnknown) {
  fs_.say_birth_times(false);
  append("a\n");
  pump();
  follower_->release();
  fs_.truncate(kPath, 0);
  append("b\n");
  move(kPath, "/run/train.log.1");
  auto lines = pump();
  append("c\n");
  move("/run/train.log.1", "/run/train.log.2");
  move(kPath, "/run/train.log.1");
  EXPECT_EQ("b\nc\n", lines + pump_for(8s));
}

}  // namespace
}  // namespace steptail::tail
