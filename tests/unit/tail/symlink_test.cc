// The path is a symlink that is swapped from target to target, in another directory.
#include "follower_fixture.h"

namespace steptail::tail {
namespace {

class SymlinkTest : public FollowerTest {
 protected:
  static constexpr const char* kOld = "/data/run42.log";
  static constexpr const char* kNew = "/data/run43.log";

  // Reads what the old target holds, all or `budget` bytes, and closes it.
  void read_and_close(std::size_t budget = kPlenty) {
    append("1\n", kOld);
    link_to(kOld);
    pump_once(budget);
    told_ = log_->take_lines();
    follower_->release();
    EXPECT_EQ(0U, fs_.open_files());
  }
  void link_to(const std::string& target) {
    pass(1s);
    fs_.symlink(target, kPath);
  }

  std::string told_;  // by read_and_close()
};

TEST_F(SymlinkTest, LeadsToTheRestOfItsOldTargetThatWasClosed) {
  for (bool births : {true, false}) {
    SCOPED_TRACE(births);
    fs_.say_birth_times(births);
    restart();
    read_and_close();
    append("2\n", kOld);
    append("3\n", kNew);
    link_to(kNew);
    EXPECT_EQ("2\n3\n", pump());
    append("late\n", kOld);
    append("4\n", kNew);
    EXPECT_EQ("late\n4\n", pump());
    EXPECT_EQ(0U, lost_bytes_);
    fs_.unlink(kOld);
    fs_.unlink(kNew);
  }
}

TEST_F(SymlinkTest, LeadsToTheRestOfAnOldTargetThatWasRotatedMeanwhile) {
  read_and_close();
  append("2\n", kOld);
  move(kOld, "/data/run42.log.1");
  append("3\n", kNew);
  link_to(kNew);
  EXPECT_EQ("2\n3\n", pump());
}

TEST_F(SymlinkTest, LeadsToARotatedTargetThoughItIsNotSwapped) {
  read_and_close();
  append("2\n", kOld);
  move(kOld, "/data/run42.log.1");
  append("3\n", kOld);
  EXPECT_EQ("2\n3\n", pump());
}

TEST_F(SymlinkTest, LeadsToTheRestOfItsOldTargetAfterARestart) {
  read_and_close();
  append("2\n", kOld);
  append("3\n", kNew);
  link_to(kNew);
  restart_from_saved();
  EXPECT_EQ("2\n3\n", pump());
}

TEST_F(SymlinkTest, LeadsToATargetThatWasNotBegunBeforeARestart) {
  for (bool births : {true, false}) {
    SCOPED_TRACE(births);
    fs_.say_birth_times(births);
    restart();
    append("1\nunfinished", kOld);
    link_to(kOld);
    EXPECT_EQ("1\n", pump());
    append("2\n", kNew);
    link_to(kNew);
    EXPECT_EQ("", pump());
    append("3\n", "/data/run44.log");
    link_to("/data/run44.log");
    restart_from_saved();
    restart_from_saved();
    EXPECT_EQ("unfinished2\n3\n", pump_for(10s));
    for (const char* path : {kOld, kNew, "/data/run44.log"}) fs_.unlink(path);
  }
}

TEST_F(SymlinkTest, LeadsToATargetThatWasNotBegunBeforeARestartAndIsStillThere) {
  append("1\nunfinished", kOld);
  link_to(kOld);
  pump();
  append("2\n", kNew);
  link_to(kNew);
  pump();
  restart_from_saved();
  EXPECT_EQ("unfinished2\n", pump_for(10s));
}

TEST_F(SymlinkTest, LeadsToTheRestOfATargetThatWasOnlyResumed) {
  read_and_close();
  link_to(kNew);
  append("2\n", kNew);
  pump_for(12min);
  restart_from_saved();
  pump();
  follower_->release();
  append("3\n", kNew);
  append("4\n", kOld);
  link_to(kOld);
  EXPECT_EQ("3\n4\n", pump());
}

TEST_F(SymlinkTest, HasWhatItsGoneTargetHeldCounted) {
  append(std::string(97, 'x') + "\n", kOld);
  read_and_close(3);
  fs_.unlink(kOld);
  append("3\n", kNew);
  link_to(kNew);
  EXPECT_EQ("xxx3\n", pump_for(5s));
  EXPECT_EQ(97U, lost_bytes_);
}

TEST_F(SymlinkTest, OfADirectoryLeadsToTheRestOfTheFileThatWasThere) {
  support::FollowerLog log;
  Follower follower(faults_, "/run/current/train.log", log, {.ledger = &ledger_});
  append("1\n", "/data/42/train.log");
  fs_.symlink("/data/42", "/run/current");
  follower.pump(kPlenty, now_);
  follower.release();
  append("2\n", "/data/42/train.log");
  append("3\n", "/data/43/train.log");
  fs_.symlink("/data/43", "/run/current");
  follower.pump(kPlenty, now_);
  EXPECT_EQ("1\n2\n3\n", log.take_lines());
}

}  // namespace
}  // namespace steptail::tail
