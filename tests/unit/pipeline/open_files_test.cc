#include <gtest/gtest.h>

#include <string>

#include "pipeline/file_table.h"
#include "support/toy_shard.h"

namespace steptail::pipeline {
namespace {

using std::chrono::seconds;

// Three files and two descriptors. Who can read on although opening is forbidden holds one.
class OpenFilesTest : public ::testing::Test {
 protected:
  OpenFilesTest() {
    shard.limits.open_files = 2;
    shard.start();
    for (int step = 1; step <= 3; ++step) {
      for (const char* run : {"a", "b", "c"}) write(run, step);
    }
  }
  static std::string path_of(const std::string& run) { return "/logs/" + run + ".log"; }
  void write(const std::string& run, int step) {
    shard.append(path_of(run), "step=" + std::to_string(step) + " loss=1 id=1\n");
    shard.advance(seconds(1));
    EXPECT_LE(shard.fs.open_files(), 2U);
  }
  double step_of(const std::string& run) {
    return shard.value("training_iteration{run=\"" + run + "\"}").value_or(0);
  }
  void forbid(bool forbidden) {
    for (const char* run : {"a", "b", "c"}) shard.fs.forbid(path_of(run), forbidden);
  }
  support::ToyShard shard{{"/logs/{run}.log"}};
};

TEST_F(OpenFilesTest, AreNotTurnedOverWhileAllGrow) {
  forbid(true);
  for (const char* run : {"a", "b", "c"}) write(run, 4);
  shard.advance(seconds(1));
  EXPECT_EQ(step_of("a"), 4);
  EXPECT_EQ(step_of("b"), 4);
  EXPECT_EQ(step_of("c"), 3);
  forbid(false);
  shard.advance(seconds(15));
  EXPECT_EQ(step_of("c"), 4);
}

TEST_F(OpenFilesTest, GoToWhoGrowsFromWhoIsSilent) {
  shard.advance(seconds(15));
  write("c", 4);
  forbid(true);
  write("c", 5);
  shard.advance(seconds(1));
  EXPECT_EQ(step_of("c"), 5);
}

}  // namespace
}  // namespace steptail::pipeline
