#include "base/file_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "support/temp_dir.h"

namespace steptail::base {
namespace {

TEST(FileLock, IsHeldByOneAtATime) {
  const support::TempDir directory;
  auto first = FileLock::acquire(directory.at("lock"));
  ASSERT_TRUE(first);
  const auto second = FileLock::acquire(directory.at("lock"));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, std::errc::resource_unavailable_try_again);
  EXPECT_EQ(second.error().to_string(), directory.at("lock") + ": another steptail, process " +
                                            std::to_string(getpid()) +
                                            ", uses this directory; stop it or choose another");
}

TEST(FileLock, IsFreeOnceItsHolderIsGone) {
  const support::TempDir directory;
  { ASSERT_TRUE(FileLock::acquire(directory.at("lock"))); }
  EXPECT_TRUE(FileLock::acquire(directory.at("lock")));
}

TEST(FileLock, MovesToAnotherOwner) {
  const support::TempDir directory;
  std::optional<FileLock> kept;
  {
    auto lock = FileLock::acquire(directory.at("lock"));
    ASSERT_TRUE(lock);
    kept = std::move(*lock);
  }
  EXPECT_FALSE(FileLock::acquire(directory.at("lock")));
  kept.reset();
  EXPECT_TRUE(FileLock::acquire(directory.at("lock")));
}

TEST(FileLock, IsSeenByOtherProcessesAndDiesWithItsHolder) {
  const support::TempDir directory;
  const std::string path = directory.at("lock");
  const pid_t child = fork();
  if (child == 0) {
    // Ends without destroying anything, as by SIGKILL.
    const auto lock = FileLock::acquire(path);
    _exit(lock && !FileLock::acquire(path) ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(FileLock::acquire(path)) << "what is left of a dead process is no lock";
}

TEST(FileLock, SaysWhatIsWrongWithThePath) {
  const support::TempDir directory;
  const auto missing = FileLock::acquire(directory.at("no/such/lock"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, std::errc::no_such_file_or_directory);
  EXPECT_EQ(missing.error().file, directory.at("no/such/lock"));

  const auto is_directory = FileLock::acquire(directory.path());
  ASSERT_FALSE(is_directory);
  EXPECT_EQ(is_directory.error().code, std::errc::is_a_directory);

  std::filesystem::create_symlink("/etc/passwd", directory.at("link"));
  EXPECT_FALSE(FileLock::acquire(directory.at("link"))) << "a link could lock any file";
}

TEST(FileLock, TakesOverAFileOfAnyContent) {
  const support::TempDir directory;
  directory.write("lock", "no process id");
  const auto lock = FileLock::acquire(directory.at("lock"));
  ASSERT_TRUE(lock);
  EXPECT_EQ(directory.read("lock"), std::to_string(getpid()) + "\n");
}

}  // namespace
}  // namespace steptail::base
