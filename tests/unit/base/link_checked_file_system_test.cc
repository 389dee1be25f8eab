#include "base/link_checked_file_system.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <thread>

#include "support/temp_dir.h"

namespace steptail::base {
namespace {

using testing::HasSubstr;

constexpr uid_t kAda = 1001;
constexpr uid_t kEve = 1002;

// Directories and links of other users need root to be made.
class LinkCheckedFileSystemTest : public testing::Test {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "needs root, to make files of other users";
    dir_.write("ada/secret.log", "secret");
    dir_.write("eve/own.log", "own");
    own("ada", kAda);
    own("ada/secret.log", kAda);
    own("eve", kEve);
    own("eve/own.log", kEve);
  }
  void own(const std::string& name, uid_t owner) const {
    ASSERT_EQ(0, ::lchown(dir_.at(name).c_str(), owner, owner));
  }
  void link(const std::string& target, const std::string& name, uid_t owner) const {
    ASSERT_EQ(0, ::symlink(target.c_str(), dir_.at(name).c_str()));
    own(name, owner);
  }
  // What is read there, or "refused", or "error".
  std::string read(const std::string& name, LinkRule rule = {}) const {
    LinkCheckedFileSystem fs(rule);
    auto file = fs.open(dir_.at(name));
    auto stat = fs.stat(dir_.at(name));
    EXPECT_EQ(file.has_value(), stat.has_value()) << "both look alike";
    if (!file) return is_refused_link(file.error()) ? "refused" : "error";
    std::array<char, 16> bytes{};
    auto count = (*file)->read_at(0, bytes);
    return count ? std::string(bytes.data(), *count) : "error";
  }

  support::TempDir dir_;
};

TEST_F(LinkCheckedFileSystemTest, FollowsALinkOnlyOfWhoOwnsWhatItLeadsTo) {
  link(dir_.at("eve/own.log"), "eve/to_own", kEve);
  link(dir_.at("ada/secret.log"), "eve/to_secret", kEve);
  link("../ada/secret.log", "eve/relative", kEve);
  link(dir_.at("ada/secret.log"), "eve/by_root", 0);
  link("by_root", "eve/over_root", kEve);
  link("own.log", "eve/by_ada", kAda);
  EXPECT_EQ("own", read("eve/own.log"));
  EXPECT_EQ("own", read("eve/to_own"));
  EXPECT_EQ("refused", read("eve/to_secret"));
  EXPECT_EQ("refused", read("eve/relative"));
  EXPECT_EQ("secret", read("eve/by_root"));
  EXPECT_EQ("refused", read("eve/over_root")) << "each link on the way is asked";
  EXPECT_EQ("refused", read("eve/by_ada"));
}

TEST_F(LinkCheckedFileSystemTest, OpensAgainByTheSameRule) {
  link(dir_.at("ada/secret.log"), "eve/to_secret", kEve);
  link("own.log", "eve/to_own", kEve);
  LinkCheckedFileSystem fs{LinkRule{}};
  auto refused = fs.reopen(dir_.at("eve/to_secret"), {});
  ASSERT_FALSE(refused);
  EXPECT_TRUE(is_refused_link(refused.error()));
  for (const bool lagged : {false, true}) {
    auto opened = fs.reopen(dir_.at("eve/to_own"), {.lagged = lagged});
    ASSERT_TRUE(opened);
    EXPECT_EQ(fs.stat(dir_.at("eve/own.log"))->inode, opened->stat.inode);
    EXPECT_EQ(3U, opened->stat.size);
    EXPECT_EQ(lagged, opened->file->may_lag());
  }
}

// Of a log that grows each first read after a write would be written to the disk.
TEST(LinkCheckedFileSystem, LeavesTheTimeOfReadingAsItWas) {
  support::TempDir dir;
  dir.write("a.log", "some");
  const std::array<timespec, 2> times = {timespec{.tv_sec = 1000, .tv_nsec = 0},
                                         timespec{.tv_sec = 2000, .tv_nsec = 0}};
  ASSERT_EQ(0, ::utimensat(AT_FDCWD, dir.at("a.log").c_str(), times.data(), 0));
  auto file = LinkCheckedFileSystem().open(dir.at("a.log"));
  ASSERT_TRUE(file);
  std::array<char, 4> bytes{};
  ASSERT_EQ(4U, (*file)->read_at(0, bytes));
  struct stat facts {};
  ASSERT_EQ(0, ::stat(dir.at("a.log").c_str(), &facts));
  EXPECT_EQ(1000, facts.st_atim.tv_sec);
}

TEST_F(LinkCheckedFileSystemTest, AsksLinksInTheMiddleOfAPathToo) {
  link(dir_.at("ada"), "eve/directory", kEve);
  link(dir_.at("eve"), "mine", kEve);
  link(dir_.path(), "top", 0);
  EXPECT_EQ("refused", read("eve/directory/secret.log"));
  EXPECT_EQ("own", read("mine/own.log"));
  EXPECT_EQ("refused", read("mine/directory/secret.log"));
  EXPECT_EQ("own", read("top/top/eve/./../mine//own.log"));
  auto listed = LinkCheckedFileSystem(LinkRule{}).list_dir(dir_.at("eve/directory"));
  ASSERT_FALSE(listed);
  EXPECT_TRUE(is_refused_link(listed.error()));
  EXPECT_THAT(listed.error().message, HasSubstr("the symlink 'directory' is not followed"));
  EXPECT_EQ(2U, LinkCheckedFileSystem(LinkRule{}).list_dir(dir_.at("mine"))->size());
}

TEST_F(LinkCheckedFileSystemTest, EndsAtCirclesAndAtLinksToNowhere) {
  link("circle", "circle", 0);
  link("nowhere", "dangling", 0);
  EXPECT_EQ("error", read("circle"));
  EXPECT_EQ("error", read("dangling"));
  EXPECT_EQ("error", read("eve/own.log/below"));
  EXPECT_EQ("error", read("none"));
}

TEST_F(LinkCheckedFileSystemTest, TrustsNobodyWhoseNumberStandsForAll) {
  link("own.log", "eve/to_own", kEve);
  EXPECT_EQ("own", read("eve/to_own"));
  EXPECT_EQ("refused", read("eve/to_own", {.unknown_owner = kEve}));
}

TEST_F(LinkCheckedFileSystemTest, OpensNothingButRegularFiles) {
  ASSERT_EQ(0, ::mkfifo(dir_.at("fifo").c_str(), 0666));
  link("fifo", "to_fifo", 0);
  link("/dev/null", "to_device", 0);
  LinkCheckedFileSystem fs;
  for (const char* name : {"fifo", "to_fifo", "to_device", "eve"}) {
    auto file = fs.open(dir_.at(name));
    ASSERT_FALSE(file) << name;
    EXPECT_EQ(std::errc::not_supported, file.error().code) << name;
  }
}

TEST_F(LinkCheckedFileSystemTest, ReopensNothingButRegularFiles) {
  ASSERT_EQ(0, ::mkfifo(dir_.at("was_a_log").c_str(), 0666));
  LinkCheckedFileSystem fs;
  for (const char* name : {"was_a_log", "eve"}) {
    auto opened = fs.reopen(dir_.at(name), {});
    ASSERT_FALSE(opened) << name;
    EXPECT_EQ(std::errc::not_supported, opened.error().code) << name;
  }
}

// Whoever swaps names while they are looked at gets nothing more by it.
TEST_F(LinkCheckedFileSystemTest, HoldsWhatItLookedAtWhileNamesAreSwapped) {
  std::atomic<bool> over{false};
  std::thread swapper([&] {
    const std::string name = dir_.at("eve/swapped");
    const std::string next = dir_.at("eve/next");
    for (int i = 0; !over; ++i) {
      const char* target = i % 2 == 0 ? "own.log" : "../ada/secret.log";
      if (::symlink(target, next.c_str()) != 0) continue;
      if (::lchown(next.c_str(), kEve, kEve) == 0) ::rename(next.c_str(), name.c_str());
    }
  });
  LinkCheckedFileSystem fs;
  int own = 0;
  int refused = 0;
  for (int i = 0; i < 20000 && (i < 2000 || own == 0 || refused == 0); ++i) {
    auto file = fs.open(dir_.at("eve/swapped"));
    if (!file) {
      refused += is_refused_link(file.error()) ? 1 : 0;
      continue;
    }
    std::array<char, 16> bytes{};
    auto count = (*file)->read_at(0, bytes);
    ASSERT_TRUE(count);
    ASSERT_EQ("own", std::string(bytes.data(), *count));
    ++own;
  }
  over = true;
  swapper.join();
  EXPECT_GT(own, 0);
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace steptail::base
