#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/posix_file_system.h"
#include "support/temp_dir.h"

namespace steptail::base {
namespace {

using support::TempDir;

// Writes beyond `bytes` fail while this lives, as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    rlimit limit{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    handler_ = ::signal(SIGXFSZ, SIG_IGN);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    ::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit old_{};
  sighandler_t handler_ = nullptr;
};

class WriteAtomic : public ::testing::Test {
 protected:
  std::vector<std::string> names() {
    std::vector<std::string> all;
    auto entries = fs_.list_dir(dir_.path()).value();
    for (const auto& entry : entries) all.push_back(entry.name);
    return all;
  }
  TempDir dir_;
  PosixFileSystem fs_;
};

TEST_F(WriteAtomic, ReplacesTheFileAndLeavesNothingElse) {
  dir_.write("state", "old");
  std::string bytes = "new and longer";
  ASSERT_TRUE(fs_.write_atomic(dir_.at("state"), bytes).has_value());
  EXPECT_EQ(bytes, dir_.read("state"));
  EXPECT_EQ(std::vector<std::string>{"state"}, names());
}

TEST_F(WriteAtomic, WritesPartsInTheirOrderHoweverManyAndShort) {
  std::vector<std::string> texts;
  std::string whole;
  for (std::size_t i = 0; i < 1000; ++i) {
    texts.push_back(std::string(i % 7, static_cast<char>('a' + i % 26)));
    whole += texts.back();
  }
  const std::vector<std::string_view> parts(texts.begin(), texts.end());
  ASSERT_TRUE(fs_.write_parts_atomic(dir_.at("state"), parts).has_value());
  EXPECT_EQ(whole, dir_.read("state"));
  ASSERT_TRUE(fs_.write_parts_atomic(dir_.at("state"), {}).has_value());
  EXPECT_EQ("", dir_.read("state"));
}

TEST_F(WriteAtomic, IsNotReadableForTheWorld) {
  ASSERT_TRUE(fs_.write_atomic(dir_.at("state"), std::string("x")).has_value());
  EXPECT_EQ(0U, fs_.stat(dir_.at("state"))->mode & 07U);
}

TEST_F(WriteAtomic, KeepsTheOldFileWholeWhenTheDiskIsFull) {
  dir_.write("state", "old");
  std::string bytes(100'000, 'x');
  {
    FileSizeLimit limit(4096);
    auto written = fs_.write_atomic(dir_.at("state"), bytes);
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(std::errc::file_too_large, written.error().code);
  }
  EXPECT_EQ("old", dir_.read("state"));
  EXPECT_EQ(std::vector<std::string>{"state"}, names());
}

TEST_F(WriteAtomic, WritesThroughNoLinkThatLiesInTheWay) {
  dir_.write("victim", "untouched");
  ASSERT_EQ(0, ::symlink("victim", dir_.at("state.tmp").c_str()));
  ASSERT_TRUE(fs_.write_atomic(dir_.at("state"), std::string("new")).has_value());
  EXPECT_EQ("untouched", dir_.read("victim"));
  EXPECT_EQ("new", dir_.read("state"));
}

TEST_F(WriteAtomic, SaysThatTheDirectoryIsMissing) {
  auto written = fs_.write_atomic(dir_.at("none/state"), std::string("x"));
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(std::errc::no_such_file_or_directory, written.error().code);
}

}  // namespace
}  // namespace steptail::base
