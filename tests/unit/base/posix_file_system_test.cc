#include "base/posix_file_system.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "support/temp_dir.h"

namespace steptail::base {
namespace {

using support::TempDir;

class PosixFileSystemTest : public ::testing::Test {
 protected:
  TempDir dir_;
  PosixFileSystem fs_;
};

void make_socket(const std::string& path) {
  int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(0, ::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)));
  ::close(fd);
}

TEST_F(PosixFileSystemTest, OpensOnlyRegularFilesAndNeverBlocks) {
  ASSERT_EQ(0, ::mkfifo(dir_.at("fifo").c_str(), 0600));
  make_socket(dir_.at("socket"));
  for (const auto& path :
       {dir_.at("fifo"), dir_.at("socket"), dir_.path(), std::string("/dev/null")}) {
    SCOPED_TRACE(path);
    auto file = fs_.open(path);
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(std::errc::not_supported, file.error().code);
    EXPECT_EQ(path, file.error().file);
  }
}

TEST_F(PosixFileSystemTest, SaysTheSystemsErrorForWhatIsNotThere) {
  EXPECT_EQ(std::errc::no_such_file_or_directory, fs_.open(dir_.at("none")).error().code);
  EXPECT_EQ(std::errc::no_such_file_or_directory, fs_.stat(dir_.at("none")).error().code);
  EXPECT_EQ(std::errc::no_such_file_or_directory, fs_.list_dir(dir_.at("none")).error().code);
  EXPECT_EQ(std::errc::not_a_directory, fs_.stat("/dev/null/x").error().code);
}

TEST_F(PosixFileSystemTest, ReadsAtOffsetsAndGivesNothingAtTheEnd) {
  dir_.write("log", "step 41\nstep 42\n");
  auto file = fs_.open(dir_.at("log"));
  ASSERT_TRUE(file.has_value());
  std::array<char, 64> buffer{};
  ASSERT_EQ(8U, (*file)->read_at(8, buffer).value());
  EXPECT_EQ("step 42\n", std::string(buffer.data(), 8));
  EXPECT_EQ(0U, (*file)->read_at(16, buffer).value());
  EXPECT_EQ(0U, (*file)->read_at(1'000'000, buffer).value());
  EXPECT_EQ(0U, (*file)->read_at(~std::uint64_t{0}, buffer).value());
}

TEST_F(PosixFileSystemTest, StatsAnOpenFileThatWasRenamedAndUnlinked) {
  dir_.write("log", "abc");
  auto before = fs_.stat(dir_.at("log")).value();
  auto file = fs_.open(dir_.at("log")).value();
  ASSERT_TRUE(fs_.rename(dir_.at("log"), dir_.at("log.1")).has_value());
  EXPECT_EQ(before.inode, file->stat()->inode);
  EXPECT_EQ(1U, file->stat()->links);
  ASSERT_TRUE(fs_.remove(dir_.at("log.1")).has_value());
  EXPECT_EQ(0U, file->stat()->links);
  EXPECT_EQ(3U, file->stat()->size);
}

TEST_F(PosixFileSystemTest, StatFollowsSymlinksAndLstatDoesNot) {
  dir_.write("run42/log", "abc");
  ASSERT_EQ(0, ::symlink("run42/log", dir_.at("current").c_str()));
  EXPECT_EQ(FileKind::Regular, fs_.stat(dir_.at("current"))->kind);
  EXPECT_EQ(FileKind::Symlink, fs_.lstat(dir_.at("current"))->kind);
  EXPECT_EQ(fs_.stat(dir_.at("run42/log"))->inode, fs_.stat(dir_.at("current"))->inode);
}

TEST_F(PosixFileSystemTest, SaysOwnerModeAndTimes) {
  dir_.write("log", "abc");
  ASSERT_EQ(0, ::chmod(dir_.at("log").c_str(), 0640));
  timespec times[2] = {{1'600'000'000, 0}, {1'600'000'001, 250}};
  ASSERT_EQ(0, ::utimensat(AT_FDCWD, dir_.at("log").c_str(), times, 0));
  auto stat = fs_.stat(dir_.at("log")).value();
  EXPECT_EQ(0640U, stat.mode);
  EXPECT_EQ(::geteuid(), stat.owner);
  EXPECT_EQ(WallTime{std::chrono::nanoseconds(1'600'000'001'000'000'250)}, stat.modified);
}

TEST_F(PosixFileSystemTest, ListsADirectoryWithKindsAndInodes) {
  dir_.write("a.log", "");
  ASSERT_TRUE(fs_.make_directories(dir_.at("sub/deeper")).has_value());
  ASSERT_EQ(0, ::symlink("a.log", dir_.at("link").c_str()));
  auto entries = fs_.list_dir(dir_.path()).value();
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  ASSERT_EQ(3U, entries.size());
  EXPECT_EQ("a.log", entries[0].name);
  EXPECT_EQ(FileKind::Regular, entries[0].kind);
  EXPECT_EQ(fs_.stat(dir_.at("a.log"))->inode, entries[0].inode);
  EXPECT_EQ(FileKind::Symlink, entries[1].kind);
  EXPECT_EQ(FileKind::Directory, entries[2].kind);
}

TEST_F(PosixFileSystemTest, ReadsAFileWholeButNotBeyondTheLimit) {
  dir_.write("config", "0123456789");
  EXPECT_EQ("0123456789", fs_.read_all(dir_.at("config"), 10).value());
  EXPECT_EQ(std::errc::file_too_large, fs_.read_all(dir_.at("config"), 9).error().code);
  EXPECT_FALSE(fs_.read_all("/proc/self/status", 1 << 20)->empty());
}

TEST_F(PosixFileSystemTest, SaysWhereAnOpenFileIs) {
  ASSERT_TRUE(fs_.write_atomic(dir_.at("a"), "1"));
  ASSERT_EQ(0, ::symlink("a", dir_.at("link").c_str()));
  auto file = fs_.open(dir_.at("link"));
  ASSERT_TRUE(file);
  const auto here = std::filesystem::canonical(dir_.at("a")).parent_path();
  EXPECT_EQ((here / "a").string(), (*file)->real_path());
  ASSERT_TRUE(fs_.rename(dir_.at("a"), dir_.at("b")));
  EXPECT_EQ((here / "b").string(), (*file)->real_path());
  ASSERT_TRUE(fs_.remove(dir_.at("b")));
  EXPECT_EQ("", (*file)->real_path());
}

TEST_F(PosixFileSystemTest, MakesDirectoriesThatPartlyExist) {
  EXPECT_TRUE(fs_.make_directories(dir_.at("a/b/c")).has_value());
  EXPECT_TRUE(fs_.make_directories(dir_.at("a/b/c")).has_value());
  EXPECT_TRUE(fs_.make_directories("/").has_value());
  dir_.write("file", "");
  EXPECT_FALSE(fs_.make_directories(dir_.at("file")).has_value());
  EXPECT_FALSE(fs_.make_directories(dir_.at("file/below")).has_value());
}

TEST_F(PosixFileSystemTest, KnowsTheMountOfAPathThatIsNotThereYet) {
  EXPECT_EQ(MountKind::Local, fs_.mount_kind(dir_.path()));
  EXPECT_EQ(MountKind::Local, fs_.mount_kind(dir_.at("none/below")));
}

TEST_F(PosixFileSystemTest, FollowsLinksToOtherMounts) {
  std::filesystem::create_symlink("/proc/self", dir_.at("elsewhere"));
  std::filesystem::create_symlink("elsewhere", dir_.at("there"));
  std::filesystem::create_symlink("circle", dir_.at("circle"));
  EXPECT_EQ(MountKind::Unknown, fs_.mount_kind(dir_.at("there/status")));
  EXPECT_EQ(MountKind::Unknown, fs_.mount_kind(dir_.at("circle")));
}

}  // namespace
}  // namespace steptail::base
