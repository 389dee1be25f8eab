#include "checkpoint/checkpoint_file.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "base/posix_file_system.h"
#include "support/fault_file_system.h"
#include "support/mem_file_system.h"
#include "support/temp_dir.h"

namespace steptail::checkpoint {
namespace {

using support::Call;
using support::FaultFileSystem;
using support::MemFileSystem;

const std::string kDirectory = "/var/lib/steptail";
const std::string kNewest = kDirectory + "/local";
const std::string kOlder = kNewest + ".old";

class CheckpointFileTest : public testing::Test {
 protected:
  CheckpointFileTest() { EXPECT_TRUE(memory.make_directories(kDirectory)); }

  [[nodiscard]] CheckpointFile file() { return {fs, kDirectory, "local"}; }
  // What a process that starts now finds.
  [[nodiscard]] CheckpointFile::Loaded restart() { return file().load(); }
  void save_two() {
    CheckpointFile checkpoint = file();
    ASSERT_TRUE(checkpoint.save("one"));
    ASSERT_TRUE(checkpoint.save("two"));
  }

  MemFileSystem memory;
  FaultFileSystem fs{memory};
};

TEST_F(CheckpointFileTest, NothingThereIsNoProblem) {
  const auto loaded = restart();
  EXPECT_EQ(loaded.payload, std::nullopt);
  EXPECT_TRUE(loaded.problems.empty());
}

TEST_F(CheckpointFileTest, AMissingDirectoryIsNoProblemAndIsMade) {
  CheckpointFile checkpoint(fs, "/other/place", "local");
  EXPECT_EQ(checkpoint.load().payload, std::nullopt);
  ASSERT_TRUE(checkpoint.save("one"));
  EXPECT_EQ(checkpoint.load().payload, "one");
}

TEST_F(CheckpointFileTest, TheLastSaveIsLoaded) {
  save_two();
  const auto loaded = restart();
  EXPECT_EQ(loaded.payload, "two");
  EXPECT_TRUE(loaded.problems.empty());
}

TEST_F(CheckpointFileTest, TheOneBeforeIsKept) {
  save_two();
  EXPECT_EQ(memory.bytes(kOlder), encode_frame("one"));
}

TEST_F(CheckpointFileTest, ADamagedNewestGivesTheOlderAndIsSetAside) {
  save_two();
  memory.overwrite(kNewest, 33, "X");
  const auto loaded = restart();
  EXPECT_EQ(loaded.payload, "one");
  ASSERT_EQ(loaded.problems.size(), 1U);
  EXPECT_EQ(loaded.problems[0].to_string(),
            kNewest + ": the checksum does not hold; set aside as " + kNewest + ".damaged");
  EXPECT_TRUE(memory.exists(kNewest + ".damaged"));
  EXPECT_FALSE(memory.exists(kNewest));
  EXPECT_TRUE(restart().problems.empty()) << "it is reported once";
}

TEST_F(CheckpointFileTest, TwoDamagedOnesGiveNoneAndNoCrash) {
  save_two();
  memory.truncate(kNewest, 5);
  memory.truncate(kOlder, 0);
  const auto loaded = restart();
  EXPECT_EQ(loaded.payload, std::nullopt);
  EXPECT_EQ(loaded.problems.size(), 2U);
  EXPECT_TRUE(memory.exists(kNewest + ".damaged"));
  EXPECT_TRUE(memory.exists(kOlder + ".damaged"));
  ASSERT_TRUE(file().save("three"));
  EXPECT_EQ(restart().payload, "three");
}

TEST_F(CheckpointFileTest, OnlyTheLastDamagedOneIsKept) {
  save_two();
  memory.overwrite(kNewest, 0, "first");
  EXPECT_EQ(restart().problems.size(), 1U);
  ASSERT_TRUE(file().save("three"));
  memory.overwrite(kNewest, 0, "again");
  EXPECT_EQ(restart().problems.size(), 1U);
  EXPECT_EQ(memory.bytes(kNewest + ".damaged").substr(0, 5), "again");
}

// The damaged newest could not be moved away; were it moved over the good older one by the next
// save and the write failed, nothing would be left.
TEST_F(CheckpointFileTest, ADamagedNewestNeverTakesThePlaceOfAGoodOlder) {
  save_two();
  memory.overwrite(kNewest, 33, "X");
  fs.fail(Call::Rename, EACCES);
  CheckpointFile checkpoint = file();
  const auto loaded = checkpoint.load();
  EXPECT_EQ(loaded.payload, "one");
  ASSERT_EQ(loaded.problems.size(), 1U);
  EXPECT_NE(loaded.problems[0].message.find("left there"), std::string::npos);
  fs.fail(Call::Write, ENOSPC);
  EXPECT_FALSE(checkpoint.save("three"));
  EXPECT_EQ(restart().payload, "one");
}

TEST_F(CheckpointFileTest, ANewerVersionIsPassedOver) {
  save_two();
  memory.overwrite(kNewest, 8, std::string("\x02", 1));
  EXPECT_EQ(restart().payload, "one");
}

TEST_F(CheckpointFileTest, AFullDiskLosesNothing) {
  save_two();
  CheckpointFile checkpoint = file();
  ASSERT_EQ(checkpoint.load().payload, "two");
  fs.fail(Call::Write, ENOSPC, 1, FaultFileSystem::kForever);
  for (int i = 0; i < 3; ++i) {
    const auto saved = checkpoint.save("lost");
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, std::errc::no_space_on_device);
    EXPECT_EQ(restart().payload, "two");
  }
  fs.heal();
  ASSERT_TRUE(checkpoint.save("three"));
  EXPECT_EQ(restart().payload, "three");
  EXPECT_EQ(memory.bytes(kOlder), encode_frame("two"));
}

TEST_F(CheckpointFileTest, AReadOnlyDirectoryGivesItsStateAndErrors) {
  save_two();
  fs.fail(Call::Write, EROFS, 1, FaultFileSystem::kForever);
  fs.fail(Call::Rename, EROFS, 1, FaultFileSystem::kForever);
  CheckpointFile checkpoint = file();
  EXPECT_EQ(checkpoint.load().payload, "two");
  const auto saved = checkpoint.save("three");
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, std::errc::read_only_file_system);
  EXPECT_EQ(checkpoint.load().payload, "two");
}

TEST_F(CheckpointFileTest, AnUnreadableNewestGivesTheOlder) {
  save_two();
  fs.fail(Call::ReadAll, EIO);
  const auto loaded = restart();
  EXPECT_EQ(loaded.payload, "one");
  ASSERT_EQ(loaded.problems.size(), 1U);
  EXPECT_EQ(loaded.problems[0].code, std::errc::io_error);
}

TEST_F(CheckpointFileTest, ADirectoryOrADeviceInTheWayIsSetAside) {
  ASSERT_TRUE(memory.make_directories(kNewest));
  memory.make_special(kOlder);
  CheckpointFile checkpoint = file();
  const auto loaded = checkpoint.load();
  EXPECT_EQ(loaded.payload, std::nullopt);
  EXPECT_EQ(loaded.problems.size(), 2U);
  ASSERT_TRUE(checkpoint.save("one"));
  EXPECT_EQ(restart().payload, "one");
}

TEST_F(CheckpointFileTest, ADirectoryThatVanishesIsMadeAgain) {
  CheckpointFile checkpoint = file();
  ASSERT_TRUE(checkpoint.save("one"));
  memory.unlink_tree(kDirectory);
  ASSERT_TRUE(checkpoint.save("two"));
  EXPECT_EQ(restart().payload, "two");
}

TEST(CheckpointFileOnDisk, KeepsTwoGenerationsAndNothingElse) {
  const support::TempDir directory;
  base::PosixFileSystem fs;
  CheckpointFile checkpoint(fs, directory.path(), "local");
  EXPECT_EQ(checkpoint.load().payload, std::nullopt);
  for (const auto* payload : {"one", "two", "three"}) ASSERT_TRUE(checkpoint.save(payload));
  EXPECT_EQ(CheckpointFile(fs, directory.path(), "local").load().payload, "three");
  EXPECT_EQ(directory.read("local.old"), encode_frame("two"));
  const auto entries = fs.list_dir(directory.path());
  ASSERT_TRUE(entries);
  EXPECT_EQ(entries->size(), 2U) << "no temporary file stays";
  directory.write("local", "scribble");
  EXPECT_EQ(CheckpointFile(fs, directory.path(), "local").load().payload, "two");
}

TEST_F(CheckpointFileTest, HandsOutWhatIsLeftOfDamagedGenerations) {
  save_two();
  for (const auto& path : {kNewest, kOlder}) {
    memory.overwrite(path, memory.bytes(path).size() - 1, "?");
  }
  std::vector<std::string> left;
  static_cast<void>(file().load({}, [&](std::string_view rest) { left.emplace_back(rest); }));
  EXPECT_EQ(left, (std::vector<std::string>{"tw?", "on?"}));
}

}  // namespace
}  // namespace steptail::checkpoint
