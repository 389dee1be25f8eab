#include "simulate/log_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "support/manual_loop.h"
#include "support/temp_dir.h"

namespace steptail::simulate {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

// Writes "1\n", "2\n", ... a second apart, or lines of a given size.
class CountingJob final : public Job {
 public:
  explicit CountingJob(std::string file, std::size_t line_bytes = 0)
      : file_(std::move(file)), line_bytes_(line_bytes) {}
  [[nodiscard]] std::string_view name() const override { return "counting"; }
  [[nodiscard]] Write next(base::WallTime /*now*/) override {
    std::string text = std::to_string(++count_);
    if (text.size() < line_bytes_) text.resize(line_bytes_, 'x');
    return {.file = file_, .bytes = text + "\n", .pause = 1s};
  }

 private:
  std::string file_;
  std::size_t line_bytes_;
  int count_ = 0;
};

std::vector<std::unique_ptr<Job>> one_job(std::unique_ptr<Job> job) {
  std::vector<std::unique_ptr<Job>> jobs;
  jobs.push_back(std::move(job));
  return jobs;
}

class LogWriterTest : public testing::Test {
 protected:
  support::ManualLoop loop_;
  support::TempDir directory_;
  std::string path(const std::string& name) { return directory_.at(name); }
};

TEST_F(LogWriterTest, MakesDirectoriesAndWritesAtTheJobsPace) {
  LogWriter writer(loop_, path("demo"), one_job(std::make_unique<CountingJob>("a/b/c.log")), 1);
  ASSERT_TRUE(writer.start());
  EXPECT_FALSE(std::filesystem::exists(path("demo/a/b/c.log")));
  loop_.advance(2500ms);
  EXPECT_EQ(directory_.read("demo/a/b/c.log"), "1\n2\n3\n");
  EXPECT_EQ(writer.written_bytes(), 6U);
}

TEST_F(LogWriterTest, HurriesWithSpeed) {
  LogWriter writer(loop_, path("demo"), one_job(std::make_unique<CountingJob>("c.log")), 4);
  ASSERT_TRUE(writer.start());
  loop_.advance(1s);
  EXPECT_EQ(directory_.read("demo/c.log"), "1\n2\n3\n4\n5\n");
}

TEST_F(LogWriterTest, AppendsToWhatIsThere) {
  std::ofstream(path("c.log")) << "before\n";
  LogWriter writer(loop_, directory_.path(), one_job(std::make_unique<CountingJob>("c.log")), 1);
  ASSERT_TRUE(writer.start());
  loop_.advance(0s);
  EXPECT_EQ(directory_.read("c.log"), "before\n1\n");
}

TEST_F(LogWriterTest, RotatesByRenameWithoutLosingALine) {
  constexpr std::size_t kLine = 300'000;
  LogWriter writer(loop_, directory_.path(), one_job(std::make_unique<CountingJob>("c.log", kLine)),
                   1);
  ASSERT_TRUE(writer.start());
  loop_.advance(3s);
  const auto inode = [](const std::string& name) {
    struct stat status {};
    EXPECT_EQ(::stat(name.c_str(), &status), 0);
    return status.st_ino;
  };
  ASSERT_FALSE(std::filesystem::exists(path("c.log"))) << "the fourth line reaches the limit";
  const auto rotated = inode(path("c.log.1"));
  loop_.advance(1s);
  EXPECT_EQ(inode(path("c.log.1")), rotated);
  EXPECT_EQ(std::filesystem::file_size(path("c.log.1")), 4 * (kLine + 1));
  EXPECT_EQ(std::filesystem::file_size(path("c.log")), kLine + 1);
  EXPECT_EQ(directory_.read("c.log").front(), '5');
  loop_.advance(4s);
  EXPECT_EQ(std::filesystem::file_size(path("c.log.1")), 4 * (kLine + 1));
  EXPECT_FALSE(std::filesystem::exists(path("c.log.2")));
}

TEST_F(LogWriterTest, SaysWhyItCannotStart) {
  std::ofstream(path("file")) << "in the way";
  LogWriter writer(loop_, path("file/demo"), one_job(std::make_unique<CountingJob>("c.log")), 1);
  const auto started = writer.start();
  ASSERT_FALSE(started);
  EXPECT_THAT(started.error().to_string(), testing::HasSubstr("file/demo"));
  EXPECT_TRUE(started.error().code);
}

TEST_F(LogWriterTest, ReportsAFailureOnceAndGoesOnWhenItIsOver) {
  std::vector<std::string> errors;
  LogWriter writer(loop_, directory_.path(), one_job(std::make_unique<CountingJob>("a/c.log")), 1,
                   [&errors](const base::Error& error) { errors.push_back(error.to_string()); });
  ASSERT_TRUE(writer.start());
  std::ofstream(path("a")) << "in the way";
  loop_.advance(2s);
  EXPECT_EQ(errors.size(), 1U);
  std::filesystem::remove(path("a"));
  loop_.advance(1s);
  EXPECT_EQ(directory_.read("a/c.log"), "4\n");
  std::filesystem::remove_all(path("a"));
  std::ofstream(path("a")) << "again";
  loop_.advance(1s);
  EXPECT_EQ(errors.size(), 2U);
}

TEST_F(LogWriterTest, LeavesNoTimerBehind) {
  {
    LogWriter writer(loop_, directory_.path(), demo_fleet(1), 1);
    ASSERT_TRUE(writer.start());
    loop_.advance(10s);
    EXPECT_GT(loop_.pending_timers(), 0U);
  }
  EXPECT_EQ(loop_.pending_timers(), 0U);
}

TEST_F(LogWriterTest, WritesTheWholeFleetForAnHour) {
  LogWriter writer(loop_, directory_.path(), demo_fleet(1), 1);
  ASSERT_TRUE(writer.start());
  loop_.advance(std::chrono::hours(1));
  std::size_t logs = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_.path())) {
    if (!entry.is_regular_file()) continue;
    ++logs;
    EXPECT_LT(entry.file_size(), LogWriter::kRotateBytes + 4096);
  }
  EXPECT_GE(logs, demo_fleet(1).size());
}

}  // namespace
}  // namespace steptail::simulate
