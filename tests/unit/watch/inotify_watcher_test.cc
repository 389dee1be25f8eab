#include "watch/inotify_watcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <set>

#include "support/manual_loop.h"
#include "support/temp_dir.h"

namespace steptail::watch {
namespace {

using ::testing::Contains;

// A loop that waits for the descriptor of a watcher, at most ten seconds.
class PollLoop : public support::ManualLoop {
 public:
  void on_readable(int fd, base::Task task) override {
    fd_ = fd;
    ManualLoop::on_readable(fd, std::move(task));
  }
  // Runs what is readable until `done`, or nothing came for too long.
  template <typename Done>
  bool run_until(Done done) {
    while (!done()) {
      pollfd wanted{.fd = fd_, .events = POLLIN, .revents = 0};
      if (::poll(&wanted, 1, 10'000) != 1) return false;
      make_readable(fd_);
      advance(InotifyWatcher::kRest);
    }
    return true;
  }

 private:
  int fd_ = -1;
};

class InotifyWatcherTest : public ::testing::Test {
 protected:
  InotifyWatcherTest() {
    watcher_.start([this](const Hint& hint) { hints_.emplace(hint.path); });
  }
  void watch(const std::string& directory) {
    auto watched = watcher_.watch(directory);
    ASSERT_TRUE(watched.has_value()) << watched.error().to_string();
  }
  bool hears_of(const std::string& path) {
    return loop_.run_until([&] { return hints_.contains(path); });
  }
  support::TempDir dir_;
  PollLoop loop_;
  InotifyWatcher watcher_{loop_};
  std::multiset<std::string> hints_;
};

TEST_F(InotifyWatcherTest, TellsOfFilesThatAreMadeWrittenRenamedAndDeleted) {
  watch(dir_.path());
  dir_.write("a", "x");
  EXPECT_TRUE(hears_of(dir_.at("a")));
  hints_.clear();
  dir_.append("a", "y");
  EXPECT_TRUE(hears_of(dir_.at("a")));
  std::filesystem::rename(dir_.at("a"), dir_.at("b"));
  EXPECT_TRUE(hears_of(dir_.at("b")));
  hints_.clear();
  std::filesystem::remove(dir_.at("b"));
  EXPECT_TRUE(hears_of(dir_.at("b")));
  hints_.clear();
  std::filesystem::create_directory(dir_.at("sub"));
  EXPECT_TRUE(hears_of(dir_.at("sub")));
}

TEST_F(InotifyWatcherTest, TellsOfAPermissionThatChanged) {
  dir_.write("a", "x");
  watch(dir_.path());
  ::chmod(dir_.at("a").c_str(), 0600);
  EXPECT_TRUE(hears_of(dir_.at("a")));
}

TEST_F(InotifyWatcherTest, SaysARunOfEventsForOneFileOnce) {
  dir_.write("a", "");
  watch(dir_.path());
  for (int i = 0; i < 100; ++i) {
    dir_.append("a", "x");
    ::chmod(dir_.at("a").c_str(), i % 2 == 0 ? 0600 : 0644);  // else the kernel merges them
  }
  EXPECT_TRUE(hears_of(dir_.at("a")));
  EXPECT_EQ(1U, hints_.size());
}

TEST_F(InotifyWatcherTest, WatchingTwiceIsNoErrorAndTellsOnce) {
  watch(dir_.path());
  watch(dir_.path());
  dir_.write("a", "x");
  EXPECT_TRUE(hears_of(dir_.at("a")));
  EXPECT_EQ(1U, hints_.count(dir_.at("a")));
}

TEST_F(InotifyWatcherTest, TellsUnderEveryNameOfADirectory) {
  std::filesystem::create_directory(dir_.at("real"));
  std::filesystem::create_directory_symlink(dir_.at("real"), dir_.at("link"));
  watch(dir_.at("real"));
  watch(dir_.at("link"));
  dir_.write("real/a", "x");
  EXPECT_TRUE(hears_of(dir_.at("real/a")));
  EXPECT_TRUE(hears_of(dir_.at("link/a")));
  watcher_.unwatch(dir_.at("link"));
  hints_.clear();
  dir_.write("real/b", "x");
  EXPECT_TRUE(hears_of(dir_.at("real/b")));
  EXPECT_FALSE(hints_.contains(dir_.at("link/b")));
}

TEST_F(InotifyWatcherTest, SaysNothingMoreOfWhatIsNoLongerWatched) {
  std::filesystem::create_directory(dir_.at("x"));
  std::filesystem::create_directory(dir_.at("y"));
  watch(dir_.at("x"));
  watch(dir_.at("y"));
  watcher_.unwatch(dir_.at("x"));
  dir_.write("x/a", "x");
  dir_.write("y/b", "x");
  EXPECT_TRUE(hears_of(dir_.at("y/b")));
  EXPECT_FALSE(hints_.contains(dir_.at("x/a")));
}

TEST_F(InotifyWatcherTest, AWatchedDirectoryThatGoesAwayIsAHintForEverythingAndCanComeBack) {
  for (const char* how : {"deleted", "renamed"}) {
    SCOPED_TRACE(how);
    std::filesystem::create_directory(dir_.at("sub"));
    watch(dir_.at("sub"));
    hints_.clear();
    if (how == std::string("deleted")) {
      std::filesystem::remove(dir_.at("sub"));
    } else {
      std::filesystem::rename(dir_.at("sub"), dir_.at("elsewhere"));
    }
    EXPECT_TRUE(hears_of(""));
    std::filesystem::create_directory(dir_.at("sub"));
    watch(dir_.at("sub"));
    dir_.write("sub/a", "x");
    EXPECT_TRUE(hears_of(dir_.at("sub/a")));
    watcher_.unwatch(dir_.at("sub"));
    std::filesystem::remove_all(dir_.at("sub"));
  }
}

TEST_F(InotifyWatcherTest, NoticesThatAnotherDirectoryTookTheName) {
  std::filesystem::create_directory(dir_.at("sub"));
  watch(dir_.at("sub"));
  std::filesystem::rename(dir_.at("sub"), dir_.at("old"));
  std::filesystem::create_directory(dir_.at("sub"));
  watch(dir_.at("sub"));  // before the event of the renaming was read
  dir_.write("sub/a", "x");
  EXPECT_TRUE(hears_of(dir_.at("sub/a")));
}

TEST_F(InotifyWatcherTest, SaysWhyADirectoryCannotBeWatched) {
  dir_.write("file", "");
  EXPECT_EQ(std::errc::no_such_file_or_directory, watcher_.watch(dir_.at("none")).error().code);
  EXPECT_EQ(std::errc::not_a_directory, watcher_.watch(dir_.at("file")).error().code);
  EXPECT_EQ(0U, watcher_.overflows());
}

TEST_F(InotifyWatcherTest, SaysEverythingWhenTheQueueRanOver) {
  watch(dir_.path());
  // More than the kernel's default queue holds, of two files by turns so that none are merged.
  const std::string paths[] = {dir_.at("a"), dir_.at("b")};
  dir_.write("a", "");
  dir_.write("b", "");
  for (int i = 0; i < 20'000; ++i) ::chmod(paths[i % 2].c_str(), 0600);
  if (!loop_.run_until([&] { return watcher_.overflows() > 0; })) {
    GTEST_SKIP() << "the queue of this machine is longer than 20,000 events";
  }
  EXPECT_THAT(hints_, Contains(""));
}

}  // namespace
}  // namespace steptail::watch
