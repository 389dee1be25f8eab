#include "pipeline/shelf.h"

#include <gtest/gtest.h>

namespace steptail::pipeline {
namespace {

base::WallTime at(int hour) { return base::WallTime{std::chrono::hours(500000 + hour)}; }

SavedFile file_of(const std::string& run, const std::string& path, int hour) {
  return {.watch = "scratch",
          .identity = {{{"run", run}}},
          .path = path,
          .stream = "offsets of " + path,
          .mark = {.size = 1, .inode = 1, .modified = at(hour)}};
}

SavedRun run_of(const std::string& run, int hour) {
  return {.watch = "scratch", .identity = {{{"run", run}}}, .asleep = true, .modified = at(hour)};
}

std::string key_of(const std::string& run) {
  return run::RunTable::key_of("scratch", {{{"run", run}}});
}

class ShelfTest : public ::testing::Test {
 protected:
  ShelfTest() { shelf.set_limits(100, 100); }
  std::vector<Shelf::Item> trim(const std::string& in_table = {}) {
    return shelf.trim([&](const std::string& key) { return key == in_table; });
  }
  Shelf shelf;
};

TEST_F(ShelfTest, GivesBackWhatWasPutThereOnce) {
  shelf.put(file_of("a", "/logs/a.log", 1));
  shelf.put(run_of("a", 1));
  EXPECT_TRUE(shelf.holds_path("/logs/a.log"));
  auto file = shelf.take_file(key_of("a"), "/logs/a.log");
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->stream, "offsets of /logs/a.log");
  EXPECT_FALSE(shelf.take_file(key_of("a"), "/logs/a.log").has_value());
  EXPECT_FALSE(shelf.holds_path("/logs/a.log"));
  EXPECT_TRUE(shelf.take_run(key_of("a")).has_value());
  EXPECT_EQ(shelf.find(key_of("a")), nullptr);
}

TEST_F(ShelfTest, ReplacesWhatIsPutAgain) {
  shelf.put(file_of("a", "/logs/a.log", 1));
  SavedFile later = file_of("a", "/logs/a.log", 2);
  later.stream = "later";
  shelf.put(later);
  EXPECT_EQ(shelf.take_file(key_of("a"), "/logs/a.log")->stream, "later");
  EXPECT_FALSE(shelf.holds_path("/logs/a.log"));
}

TEST_F(ShelfTest, ForgetsTheLongestSilentRunWithAllItsFiles) {
  shelf.put(file_of("old", "/logs/old.0", 1));
  shelf.put(file_of("old", "/logs/old.1", 2));
  shelf.put(run_of("old", 2));
  shelf.put(file_of("new", "/logs/new", 3));
  shelf.put(run_of("new", 3));
  shelf.set_limits(2, 100);
  EXPECT_TRUE(trim().empty());
  EXPECT_EQ(shelf.find(key_of("old")), nullptr);
  EXPECT_NE(shelf.find(key_of("new")), nullptr);
}

TEST_F(ShelfTest, KeepsFilesOfARunInTheTableRatherThanOthers) {
  shelf.put(file_of("shown", "/logs/shown", 1));
  shelf.put(file_of("gone", "/logs/gone", 9));
  shelf.set_limits(1, 100);
  EXPECT_TRUE(trim(key_of("shown")).empty());
  EXPECT_TRUE(shelf.holds_path("/logs/shown"));
  EXPECT_FALSE(shelf.holds_path("/logs/gone"));
}

TEST_F(ShelfTest, GivesBackTheFilesOfARunInTheTableThatItCannotKeep) {
  shelf.put(file_of("shown", "/logs/shown", 1));
  shelf.put(file_of("gone", "/logs/gone", 9));
  shelf.set_limits(0, 100);
  auto told = trim(key_of("shown"));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_TRUE(told[0].files.contains("/logs/shown"));
  EXPECT_TRUE(shelf.items().empty());
}

TEST_F(ShelfTest, SaysThatSomethingChangedOnce) {
  EXPECT_FALSE(shelf.take_changed());
  shelf.put(run_of("a", 1));
  EXPECT_TRUE(shelf.take_changed());
  EXPECT_FALSE(shelf.take_changed());
  static_cast<void>(shelf.take_run(key_of("a")));
  EXPECT_TRUE(shelf.take_changed());
}

}  // namespace
}  // namespace steptail::pipeline
