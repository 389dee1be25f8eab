#include "tail/ledger.h"

#include <gtest/gtest.h>

#include "follower_fixture.h"

namespace steptail::tail {
namespace {

FilePosition position(std::uint64_t inode, std::uint64_t offset) {
  return {.path = "/run/log." + std::to_string(inode),
          .device = 1,
          .inode = inode,
          .born = base::WallTime{std::chrono::seconds(inode)},
          .modified = base::WallTime{100s},
          .offset = offset};
}

base::FileStat stat_of(const FilePosition& known) {
  return {.kind = base::FileKind::Regular,
          .device = known.device,
          .inode = known.inode,
          .size = known.offset,
          .modified = known.modified,
          .born = known.born};
}

TEST(Ledger, KnowsWhatWasReadToItsEndWhateverItsName) {
  Ledger ledger;
  auto known = position(7, 50);
  ledger.remember(known);
  EXPECT_TRUE(ledger.is_done(stat_of(known), "/run/elsewhere"));
  auto other = stat_of(known);
  other.born += 1s;
  EXPECT_FALSE(ledger.is_done(other, known.path));  // the inode was used again
  auto grown = stat_of(known);
  grown.size += 1;
  EXPECT_FALSE(ledger.is_done(grown, known.path));
  auto rewritten = stat_of(known);
  rewritten.size -= 1;
  rewritten.modified += 1s;
  EXPECT_FALSE(ledger.is_done(rewritten, known.path));
}

TEST(Ledger, KnowsAFileOnARemountedDevice) {
  Ledger ledger;
  auto known = position(7, 50);
  ledger.remember(known);
  auto remounted = stat_of(known);
  remounted.device = 2;
  EXPECT_TRUE(ledger.is_done(remounted, "/run/elsewhere"));
  known.born = {};
  remounted.born = {};
  Ledger without_births;
  without_births.remember(known);
  EXPECT_TRUE(without_births.is_done(remounted, known.path));
  EXPECT_FALSE(without_births.is_done(remounted, "/run/elsewhere"));
}

TEST(Ledger, ForgetsFirstWhatWasNotAskedForTheLongest) {
  Ledger ledger(2);
  ledger.remember(position(1, 10));
  ledger.remember(position(2, 10));
  EXPECT_TRUE(ledger.is_done(stat_of(position(1, 10)), "/run/log.1"));
  ledger.remember(position(3, 10));
  EXPECT_TRUE(ledger.is_done(stat_of(position(1, 10)), "/run/log.1"));
  EXPECT_FALSE(ledger.is_done(stat_of(position(2, 10)), "/run/log.2"));
}

TEST(Ledger, IsSavedAndRestored) {
  Ledger ledger;
  ledger.remember(position(1, 10));
  ledger.remember(position(2, 20));
  ledger.remember(position(1, 30));
  base::ByteWriter out;
  ledger.save(out);
  Ledger restored;
  base::ByteReader in(out.bytes());
  restored.load(in);
  EXPECT_TRUE(in.ok() && in.at_end());
  EXPECT_EQ(30U, restored.find_done({.device = 1, .inode = 1}, "/run/log.1")->offset);
  EXPECT_EQ(20U, restored.find_done({.device = 1, .inode = 2}, "/run/log.2")->offset);
}

TEST_F(FollowerTest, LeavesAFileToTheFollowerThatReadsIt) {
  support::FollowerLog other_log;
  append("a\n", "/run/train.log.1");
  append("b\n");
  Follower other(faults_, "/run/train.log.1", other_log, {.ledger = &ledger_});
  pump();
  other.pump(kPlenty, now_);
  EXPECT_EQ("a\n", other_log.take_lines());
  move("/run/train.log.1", "/run/train.log.2");
  move(kPath, "/run/train.log.1");
  append("c\n", "/run/train.log.1");
  append("d\n");
  other.pump(kPlenty, now_);
  EXPECT_EQ("", other_log.take_lines());
  EXPECT_EQ("c\nd\n", pump());
}

TEST_F(FollowerTest, TakesNoFileThatTheCheckpointOfAnotherKnows) {
  append("a\n");
  pump();
  auto positions = follower_->positions();
  move(kPath, "/run/train.log.1");
  append("b\n");
  restart_from(positions);
  support::FollowerLog log;
  Follower other(faults_, "/run/train.log.1", log, {.ledger = &ledger_});
  other.pump(kPlenty, now_);
  EXPECT_EQ("", log.take_lines());
  EXPECT_EQ("b\n", pump());
}

TEST_F(FollowerTest, GoesOnWhereAnotherStoppedLongAgo) {
  append("a\n");
  pump();
  move(kPath, "/run/train.log.1");
  pump_for(11min);
  EXPECT_TRUE(is_done("/run/train.log.1"));
  append("late\n", "/run/train.log.1");
  EXPECT_FALSE(is_done("/run/train.log.1"));
  support::FollowerLog log;
  Follower own(faults_, "/run/train.log.1", log, {.ledger = &ledger_});
  own.pump(kPlenty, now_);
  EXPECT_EQ("late\n", log.take_lines());
}

}  // namespace
}  // namespace steptail::tail
