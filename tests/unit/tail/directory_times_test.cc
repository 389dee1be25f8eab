#include "tail/directory_times.h"

#include <gtest/gtest.h>

#include "support/mem_file_system.h"

namespace steptail::tail {
namespace {

TEST(DirectoryTimes, AsksForADirectoryOnceATurn) {
  support::MemFileSystem fs;
  fs.append("/logs/a.log", "x");
  const base::WallTime first = fs.stat("/logs")->modified;
  const base::WallTime second = first + std::chrono::seconds(5);
  DirectoryTimes times;
  times.begin_turn();
  EXPECT_EQ(times.modified(fs, "/logs"), first);
  EXPECT_EQ(times.modified(fs, "/none"), std::nullopt);
  fs.set_time(second);
  fs.append("/logs/b.log", "x");
  EXPECT_EQ(times.modified(fs, "/logs"), first);
  times.end_turn();
  EXPECT_EQ(times.modified(fs, "/logs"), second);
}

TEST(DirectoryTimes, KeepsNothingOutsideOfATurn) {
  support::MemFileSystem fs;
  fs.append("/logs/a.log", "x");
  const base::WallTime first = fs.stat("/logs")->modified;
  DirectoryTimes times;
  EXPECT_EQ(times.modified(fs, "/logs"), first);
  fs.set_time(first + std::chrono::seconds(5));
  fs.append("/logs/b.log", "x");
  EXPECT_EQ(times.modified(fs, "/logs"), first + std::chrono::seconds(5));
}

}  // namespace
}  // namespace steptail::tail
