#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "support/daemon_process.h"
#include "support/eventually.h"
#include "support/timeless.h"

// The bytes of a log, fed to a real daemon in random pieces with a restart and a kill in between,
// end in the page that `inspect` gives for the whole file.

namespace steptail {
namespace {

namespace stdfs = std::filesystem;
using Series = std::map<std::string, std::string>;

std::string read_file(const stdfs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<stdfs::path> golden_logs() {
  std::vector<stdfs::path> logs;
  for (const auto& entry : stdfs::directory_iterator(STEPTAIL_SOURCE_DIR "/tests/golden")) {
    if (stdfs::exists(entry.path() / "input.log")) logs.push_back(entry.path() / "input.log");
  }
  std::sort(logs.begin(), logs.end());
  return logs;
}

Series inspect(const std::string& path) {
  auto result = support::run_steptail({"inspect", "--output", "metrics", path});
  EXPECT_EQ(result.status, 0) << result.err;
  auto page = support::parse_exposition(result.out, support::ExpositionFormat::Text004);
  EXPECT_TRUE(page.has_value()) << (page ? "" : page.error().to_string());
  return page ? support::timeless_series(*page) : Series{};
}

class Feeding {
 public:
  Feeding(std::string log, std::uint64_t seed) : log_(std::move(log)), random_(seed) {
    // serve does not parse an unfinished line while its file is alive; inspect does.
    if (!log_.ends_with('\n')) log_ += '\n';
    home_.write("logs/run.log", "");
  }

  void run() {
    ASSERT_TRUE(serve());
    std::size_t stop_at = log_.size() / 3;
    std::size_t kill_at = 2 * log_.size() / 3;
    while (at_ < log_.size()) {
      std::size_t before = at_;
      write_piece();
      if (before < stop_at && at_ >= stop_at) restart(SIGTERM, 0);
      if (before < kill_at && at_ >= kill_at) restart(SIGKILL, -SIGKILL);
    }
    Series expected = inspect(home_.at("logs/run.log"));
    Series got;
    bool same = support::eventually(std::chrono::seconds(20), [&] {
      auto page = daemon_.scrape();
      if (page) got = support::timeless_series(*page);
      return got == expected;
    });
    if (!same) {
      EXPECT_EQ(expected, got);
    }
  }

 private:
  bool serve() {
    return daemon_.serve({"--storage.path", home_.at("state"), home_.at("logs/{run}.log")});
  }
  void restart(int signal, int status) {
    daemon_.signal(signal);
    ASSERT_EQ(daemon_.wait_exit(), status);
    ASSERT_TRUE(serve()) << daemon_.log();
  }
  void write_piece() {
    // Small pieces are as likely as large ones.
    std::size_t largest = std::size_t{1} << (random_() % 17);
    std::size_t size = std::min(log_.size() - at_, 1 + random_() % largest);
    home_.append("logs/run.log", log_.substr(at_, size));
    at_ += size;
  }

  std::string log_;
  std::mt19937_64 random_;
  support::TempDir home_;
  support::DaemonProcess daemon_;
  std::size_t at_ = 0;
};

TEST(SamePage, OnOurOwnLogs) {
  std::vector<stdfs::path> logs = golden_logs();
  ASSERT_FALSE(logs.empty());
  std::uint64_t seed = 1;
  for (const stdfs::path& log : logs) {
    SCOPED_TRACE(log.string() + ", seed " + std::to_string(seed));
    Feeding(read_file(log), seed++).run();
  }
}

TEST(SamePage, OnRealLogs) {
  stdfs::path seeds = STEPTAIL_SOURCE_DIR "/../shared/seeds";
  if (!stdfs::exists(seeds)) GTEST_SKIP() << "no real logs at " << seeds;
  std::uint64_t seed = 100;
  for (const auto& entry : stdfs::directory_iterator(seeds)) {
    SCOPED_TRACE(entry.path().string() + ", seed " + std::to_string(seed));
    Feeding(read_file(entry.path()), seed++).run();
  }
}

}  // namespace
}  // namespace steptail
