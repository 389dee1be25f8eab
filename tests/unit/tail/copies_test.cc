// Files that others copied: beside the log, over it, or out of it before it was emptied.
#include "follower_fixture.h"

namespace steptail::tail {
namespace {

// As rsync does: a longer copy under another name, renamed over the log.
TEST_F(FollowerTest, GoesOnInACopyThatIsRenamedOverTheLog) {
  append("a\nb\n");
  EXPECT_EQ("a\nb\n", pump());
  for (const std::string line : {"c\n", "d\n"}) {
    fs_.copy(kPath, "/run/.train.log.Xy12");
    append(line, "/run/.train.log.Xy12");
    move("/run/.train.log.Xy12", kPath);
    EXPECT_EQ(line, pump());
  }
  EXPECT_EQ("", pump_for(20s));
  EXPECT_THAT(log_->take_events(), ElementsAre("open 1 at 0 of 4"));
  append("e\n");
  EXPECT_EQ("e\n", pump());
}

TEST_F(FollowerTest, GoesOnInACopyThatWasRenamedOverTheLogWhileNobodyLooked) {
  append("a\nb\n");
  pump();
  fs_.copy(kPath, "/run/.train.log.Xy12");
  append("c\n", "/run/.train.log.Xy12");
  move("/run/.train.log.Xy12", kPath);
  restart_from_saved();
  EXPECT_EQ("c\n", pump_for(10s));
}

TEST_F(FollowerTest, ReadsWhatIsRenamedOverTheLogAnewWhereItIsNoCopy) {
  append("a\nb\n");
  pump();
  append("a\nB\nc\n", "/run/other");
  move("/run/other", kPath);
  EXPECT_EQ("a\nB\nc\n", pump_for(10s));
}

// Two files that live are two.
TEST_F(FollowerTest, ReadsACopyOfARotatedFileAtThePathAnew) {
  append("a\nb\n");
  pump();
  move(kPath, "/run/train.log.1");
  fs_.copy("/run/train.log.1", kPath);
  EXPECT_EQ("a\nb\n", pump_for(10s));
}

TEST_F(FollowerTest, DoesNotReadARotatedFileAgainThatIsUnpacked) {
  append("a\nb\n");
  pump();
  move(kPath, "/run/train.log.1");
  append("c\n");
  EXPECT_EQ("c\n", pump_for(20s));
  fs_.copy("/run/train.log.1", "/run/packed");
  ASSERT_TRUE(fs_.remove("/run/train.log.1"));
  pump_for(1000s);
  restart_from_saved();
  pass(1s);
  fs_.copy("/run/packed", "/run/train.log.2");
  move(kPath, "/run/train.log.1");
  append("d\n");
  EXPECT_EQ("d\n", pump_for(20s));
  EXPECT_TRUE(is_done("/run/train.log.2"));
}

// The copies are younger than the log, which was never renamed.
TEST_F(FollowerTest, ReadsAllCopiesThoughItIsKilledBeforeTheyAreTold) {
  append("a\n");
  pump_for(5s);
  const auto saved = follower_->positions();
  for (const std::string line : {"b\n", "c\n"}) {
    append(line);
    if (line == "c\n") move("/run/train.log.1", "/run/train.log.2");
    copytruncate(kPath, "/run/train.log.1");
  }
  append("d\n");
  restart_from(saved);
  EXPECT_EQ("", log_->take_lines());
  pump_once(0);
  restart_from_saved();
  EXPECT_EQ("b\nc\nd\n", pump_for(10s));
}

TEST_F(FollowerTest, ReadsTheCopyOfALogThatWasLastSeenEmpty) {
  append("a\n");
  pump();
  copytruncate(kPath, "/run/train.log.1");
  pump_for(5s);
  append("b\n");
  move("/run/train.log.1", "/run/train.log.2");
  copytruncate(kPath, "/run/train.log.1");
  append("c\nd\n");
  EXPECT_EQ("b\nc\nd\n", pump_for(10s));
  EXPECT_EQ(0U, lost_bytes_);
}

TEST_F(FollowerTest, ReadsNoCopyOfARotatedFileThoughTheLogIsTruncatedMeanwhile) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  append("b\n");
  EXPECT_EQ("b\n", pump());
  pass(1s);
  fs_.copy("/run/train.log.1", "/run/train.log.2");
  fs_.truncate(kPath, 0);
  append("c\n");
  EXPECT_EQ("c\n", pump_for(10s));
}

TEST_F(FollowerTest, ReadsTheRestFromACopyThatWasMadeOverARotatedFile) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  append("b\nc\n");
  EXPECT_EQ("b\nc\n", pump());
  append("d\n");
  fs_.truncate("/run/train.log.1", 0);
  append("b\nc\nd\n", "/run/train.log.1");
  fs_.truncate(kPath, 0);
  append("e\n");
  EXPECT_EQ("d\ne\n", pump_for(10s));
  EXPECT_EQ(0U, lost_bytes_ + cut_bytes_);
}

// A clock was set back: the directory is of an hour that has not come.
TEST_F(FollowerTest, FindsWhatWasRotatedInADirectoryOfTheFuture) {
  append("a\n");
  pump();
  fs_.set_modified("/run", wall_ + 1h);
  pump_for(3s);
  append("b\n");
  EXPECT_EQ("b\n", pump_for(3s));
  for (const std::string number : {"1", "2"}) {
    append(number + "\n");
    if (number == "2") move("/run/train.log.1", "/run/train.log.2");
    move(kPath, "/run/train.log.1");
  }
  append("c\n");
  EXPECT_EQ("1\n2\nc\n", pump_for(10s));
}

TEST_F(FollowerTest, FindsWhatWasCopiedInADirectoryOfTheFuture) {
  append("a\n");
  pump();
  fs_.set_modified("/run", wall_ + 1h);
  append("b\n");
  EXPECT_EQ("b\n", pump_for(3s));
  append("c\n");
  copytruncate(kPath, "/run/train.log.1");
  append("d\n");
  EXPECT_EQ("c\nd\n", pump_for(10s));
}

}  // namespace
}  // namespace steptail::tail
