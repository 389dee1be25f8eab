// What a truncation took: only what was seen and never read.
#include "follower_fixture.h"

namespace steptail::tail {
namespace {

class LostBytesTest : public FollowerTest {
 protected:
  static constexpr const char* kCopy = "/run/train.log.1";

  static std::string line(char fill) { return std::string(99, fill) + "\n"; }
  // Two lines, of which `budget` bytes are read.
  void write_and_read(std::size_t budget) {
    append(line('a') + line('b'));
    static_cast<void>(pump_once(budget));
  }
  void truncate_and_regrow(std::string_view bytes) {
    pass(1s);
    fs_.truncate(kPath, 0);
    append(bytes);
  }
  std::string told_restart() {
    for (const auto& event : log_->take_events()) {
      if (event.starts_with("restart")) return event;
    }
    return {};
  }
};

TEST_F(LostBytesTest, AreNoneOfACopiedLogThatHasRegrownPastItsSize) {
  for (std::size_t budget : {kPlenty, std::size_t{50}}) {
    SCOPED_TRACE(budget);
    restart();
    write_and_read(budget);
    copytruncate(kPath, kCopy);
    append(line('c') + line('d') + line('e'));
    EXPECT_TRUE(pump().ends_with(line('e')));
    EXPECT_EQ("restart 1 truncated lost 0", told_restart());
    EXPECT_EQ(0U, lost_bytes_ + cut_bytes_);
    fs_.unlink(kPath);
    fs_.unlink(kCopy);
  }
}

TEST_F(LostBytesTest, AreNoneOfACopiedLogThatHasRegrownNearlyToItsSize) {
  write_and_read(50);
  copytruncate(kPath, kCopy);
  append(line('c'));
  EXPECT_EQ(line('a') + line('b') + line('c'), pump());
  EXPECT_EQ("restart 1 truncated lost 0", told_restart());
  EXPECT_EQ(0U, lost_bytes_ + cut_bytes_);
}

TEST_F(LostBytesTest, AreNoneOfALogThatWasCopiedAndRegrewWhileTheDaemonWasDown) {
  write_and_read(kPlenty);
  copytruncate(kPath, kCopy);
  append(line('c') + line('d') + line('e'));
  restart_from_saved();
  EXPECT_EQ(line('c') + line('d') + line('e'), pump());
  EXPECT_EQ("restart 1 truncated lost 0", told_restart());
}

TEST_F(LostBytesTest, AreWhatWasSeenAndIsInNoCopyHoweverFarTheLogHasRegrown) {
  write_and_read(50);
  truncate_and_regrow(line('c') + line('d') + line('e'));
  pump();
  EXPECT_EQ("restart 1 rewritten lost 150", told_restart());
}

TEST_F(LostBytesTest, AreNotWhatWasReadOfAClosedLog) {
  fs_.say_birth_times(false);
  write_and_read(50);
  follower_->release();
  truncate_and_regrow("c\n");
  EXPECT_EQ("c\n", pump());
  EXPECT_EQ("restart 1 truncated lost 150", told_restart());
}

TEST_F(LostBytesTest, AreTheEndThatWasCutOff) {
  write_and_read(50);
  pass(1s);
  fs_.truncate(kPath, 120);
  pump();
  EXPECT_EQ("", told_restart());
  EXPECT_EQ(80U, cut_bytes_);
  pump_for(5s);
  EXPECT_EQ(80U, cut_bytes_);
}

TEST_F(LostBytesTest, AreCountedOfAFileThatWasTruncatedBeforeItsTurnCame) {
  append("unfinished");
  pump();
  move(kPath, kCopy);
  append(line('a'));
  EXPECT_EQ("", pump());
  truncate_and_regrow("b\n");
  EXPECT_EQ("unfinishedb\n", pump_for(8s));
  EXPECT_EQ(100U, cut_bytes_);
}

TEST_F(LostBytesTest, AreCountedOnceOfALogThatIsTruncatedWhileItCannotBeSearchedForCopies) {
  write_and_read(50);
  truncate_and_regrow("c\n");
  faults_.fail(support::Call::List, EIO, 1, 3);
  pump();
  truncate_and_regrow("d\n");
  EXPECT_EQ("d\n", pump_for(10s));
  EXPECT_EQ("restart 1 truncated lost 150", told_restart());
}

}  // namespace
}  // namespace steptail::tail
