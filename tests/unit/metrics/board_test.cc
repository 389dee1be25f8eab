#include "metrics/board.h"

#include <gtest/gtest.h>

#include "unit/metrics/sample_runs.h"

namespace steptail::metrics {
namespace {

RunSnapshot run_of(const std::string& watch, const std::string& name, const std::string& path) {
  RunSnapshot run = bare_run(name);
  run.watch = watch;
  run.data.path = path;
  return run;
}

// Two shards: `scratch` stands before `home` in the configuration.
class BoardTest : public ::testing::Test {
 protected:
  BoardTest() { board.show({{.cell = home}, {.cell = scratch}}); }

  static void publish(SnapshotCell& cell, const std::string& watch, std::size_t place,
                      std::vector<RunSnapshot> runs) {
    auto shard = std::make_shared<ShardSnapshot>(*shard_of(std::move(runs)));
    shard->ready = true;
    shard->entry_places = {{watch, place}};
    cell.publish(shard);
  }
  std::vector<std::string> paths() {
    std::vector<std::string> paths;
    for (const auto& shard : board.read()) {
      if (!shard) continue;
      for (const auto& run : shard->runs) paths.push_back(run->data.path);
    }
    return paths;
  }
  using Paths = std::vector<std::string>;

  std::shared_ptr<SnapshotCell> home = std::make_shared<SnapshotCell>();
  std::shared_ptr<SnapshotCell> scratch = std::make_shared<SnapshotCell>();
  Board board;
};

TEST_F(BoardTest, ShowsWhatIsPublishedAsItIs) {
  publish(*home, "home", 1, {run_of("home", "a", "/home/a")});
  publish(*scratch, "scratch", 0, {run_of("scratch", "b", "/scratch/b")});
  EXPECT_EQ(paths(), (Paths{"/home/a", "/scratch/b"}));
  EXPECT_EQ(board.read()[0], home->read());
  EXPECT_EQ(board.refused_identities(), 0U);
}

TEST_F(BoardTest, OfEqualIdentitiesInTwoShardsTheFirstInTheConfigurationIsShown) {
  publish(*home, "home", 1, {run_of("home", "a", "/home/a"), run_of("home", "c", "/home/c")});
  publish(*scratch, "scratch", 0, {run_of("scratch", "a", "/scratch/a")});
  EXPECT_EQ(paths(), (Paths{"/home/c", "/scratch/a"}));
  EXPECT_EQ(board.refused_identities(), 1U);
}

TEST_F(BoardTest, CountsARefusalOnceWhileItLasts) {
  publish(*home, "home", 1, {run_of("home", "a", "/home/a")});
  publish(*scratch, "scratch", 0, {run_of("scratch", "a", "/scratch/a")});
  const auto first = board.read();
  EXPECT_EQ(board.read(), first);
  publish(*home, "home", 1, {run_of("home", "a", "/home/a")});
  EXPECT_EQ(paths(), (Paths{"/scratch/a"}));
  EXPECT_EQ(board.refused_identities(), 1U);
}

TEST_F(BoardTest, ARunThatWillBeShownKeepsItsPlace) {
  publish(*home, "home", 1, {run_of("home", "a", "/home/a")});
  auto shard = std::make_shared<ShardSnapshot>();
  shard->entry_places = {{"scratch", 0}};
  shard->withheld = {{bare_run("a").name->label_text, "scratch"}};
  scratch->publish(shard);
  EXPECT_EQ(paths(), Paths{});
}

TEST_F(BoardTest, ARunOfAnEntryThatIsNotConfiguredComesLast) {
  publish(*home, "home", 1, {run_of("home", "a", "/home/a")});
  publish(*scratch, "scratch", 0, {run_of("removed", "a", "/scratch/a")});
  EXPECT_EQ(paths(), (Paths{"/home/a"}));
}

TEST_F(BoardTest, NeverShowsTwoRunsOfTheSameLabelsOfOneEntry) {
  RunSnapshot twin = run_of("home", "a", "/home/twin");
  RunName another = *twin.name;
  another.id = "another";
  twin.name = std::make_shared<const RunName>(another);
  publish(*home, "home", 1, {run_of("home", "a", "/home/a"), twin});
  EXPECT_EQ(paths().size(), 1U);
}

TEST_F(BoardTest, IsReadyWhenEveryShardThatAnswersIs) {
  publish(*home, "home", 1, {});
  EXPECT_FALSE(board.ready());
  bool answers = true;
  board.show({{.cell = home},
              {.cell = scratch, .watches = {"scratch"}, .answers = [&] { return answers; }}});
  EXPECT_FALSE(board.ready());
  EXPECT_TRUE(board.hung_watches().empty());
  answers = false;
  EXPECT_TRUE(board.ready());
  EXPECT_EQ(board.hung_watches(), std::set<std::string>{"scratch"});
}

}  // namespace
}  // namespace steptail::metrics
