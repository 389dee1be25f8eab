#include "pipeline/poller.h"

#include <gtest/gtest.h>

#include "support/toy_shard.h"

namespace steptail::pipeline {
namespace {

using std::chrono::seconds;
using support::ToyShard;

constexpr int kFiles = 600;
constexpr std::string_view kLine = "nothing that anybody knows\n";

std::string path_of(int file) { return "/far/" + std::to_string(file) + ".log"; }

// Files on a network mount, all read once and silent since: all are due in the same moment.
class PollerTest : public ::testing::Test {
 protected:
  PollerTest() {
    shard.fs.set_mount("/far", base::MountKind::Network);
    static_cast<void>(shard.fs.make_directories("/far"));
    for (int file = 0; file < kFiles; ++file) shard.fs.append(path_of(file), kLine);
    shard.entries[0].scan_interval = std::chrono::hours(1);
    shard.start();
    shard.advance(seconds(60));
  }
  void write(int file) {
    shard.fs.set_time(shard.loop.wall());
    shard.fs.append(path_of(file), kLine);
  }
  std::uint64_t lines() { return shard.snapshot()->watches.at("toys").lines; }
  ToyShard shard{{"/far/{run}.log"}};
};

TEST_F(PollerTest, AsksAServerNoMoreThanSoOften) {
  constexpr std::uint64_t kStatsEach = 2;  // of the path and of its directory
  std::uint64_t most = 0;
  for (int tick = 0; tick < 48; ++tick) {
    std::uint64_t before = shard.fs.stats();
    shard.advance(Poller::kLookInterval);
    most = std::max(most, shard.fs.stats() - before);
  }
  EXPECT_LE(most, Poller::kFarLooks * kStatsEach);
  EXPECT_GE(most, Poller::kFarLooks);
}

TEST_F(PollerTest, LeavesNoneOut) {
  for (int file = 0; file < kFiles; ++file) write(file);
  shard.advance(seconds(13));
  EXPECT_EQ(lines(), 2U * kFiles);
}

TEST_F(PollerTest, LooksSoonerAtThoseThatGrow) {
  constexpr int kLines = 30;
  for (int i = 0; i < kLines; ++i) {
    write(kFiles - 1);
    shard.advance(seconds(1));
  }
  write(kFiles - 1);
  shard.advance(seconds(3));
  EXPECT_EQ(lines(), kFiles + kLines + 1U);
}

}  // namespace
}  // namespace steptail::pipeline
