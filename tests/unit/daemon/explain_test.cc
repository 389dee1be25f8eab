#include "daemon/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/manual_loop.h"
#include "support/mem_file_system.h"

namespace steptail::daemon {
namespace {

using testing::HasSubstr;

constexpr const char* kPath = "/logs/a.log";
constexpr const char* kLine =
    " iteration 7/ 1000 | elapsed time per iteration (ms): 100.0 | lm loss: 2.500000E+00 |\n";

class Explain : public ::testing::Test {
 protected:
  Explain() { fs.set_time(clock.wall()); }

  // With more of a configuration than the one entry.
  std::string explain_with(const std::string& more) {
    fs.replace("/steptail.yaml",
               "watch:\n  - name: runs\n    paths: ['/logs/{run}.log*']\n" + more);
    auto settings = load_settings(fs, {.config_file = "/steptail.yaml", .patterns = {}});
    EXPECT_TRUE(settings.has_value());
    return settings ? explain(fs, clock, *settings, kPath) : std::string();
  }

  support::MemFileSystem fs;
  support::ManualLoop clock;
};

TEST_F(Explain, SaysWhatIsOnThePage) {
  fs.append(kPath, kLine);
  std::string story = explain_with("");
  EXPECT_THAT(story, HasSubstr("format: megatron-lm\n"));
  EXPECT_THAT(story, HasSubstr("run: run=\"a\"\n"));
  EXPECT_THAT(story, HasSubstr("last written: 0s ago\n"));
  EXPECT_THAT(story, HasSubstr("; stays for 1d after its last sign of life\n"));
  EXPECT_THAT(story, HasSubstr("\nOn the page of a daemon with these settings; none was asked.\n"));
}

TEST_F(Explain, SaysThatTheRetentionHasEnded) {
  fs.append(kPath, kLine);
  fs.set_modified(kPath, clock.wall() - std::chrono::hours(2));
  EXPECT_THAT(explain_with("retention: {silent: 1h, stalled: 1h}\n"),
              HasSubstr("its retention has ended"));
}

TEST_F(Explain, SaysThatItIsAnotherNameOfAFile) {
  fs.append("/logs/A.log", kLine);
  fs.hard_link("/logs/A.log", kPath);
  EXPECT_THAT(explain_with(""), HasSubstr("it is the same file as /logs/A.log"));
}

TEST_F(Explain, SaysThatAnotherFileMayHaveBeenThisOne) {
  fs.append("/logs/a", "");
  fs.append(kPath, kLine);
  fs.replace("/steptail.yaml", "watch:\n  - name: runs\n    paths: ['/logs/*']\n");
  auto settings = load_settings(fs, {.config_file = "/steptail.yaml", .patterns = {}});
  ASSERT_TRUE(settings.has_value());
  EXPECT_THAT(explain(fs, clock, *settings, kPath), HasSubstr("it may have been /logs/a before"));
}

TEST_F(Explain, SaysThatALimitKeepsItOut) {
  fs.append(kPath, kLine);
  fs.append("/logs/b.log", kLine);
  fs.set_modified("/logs/b.log", clock.wall() + std::chrono::seconds(1));
  EXPECT_THAT(explain_with("limits: {files: 1}\n"), HasSubstr("limits.files is 1"));
}

TEST_F(Explain, SaysWhoExcludesIt) {
  fs.append(kPath, kLine);
  EXPECT_THAT(explain_with("    exclude: ['**/a.*']\n"),
              HasSubstr("excluded: yes, by **/a.*\nNot on the page: it is excluded.\n"));
}

TEST_F(Explain, SaysWhichPatternsItDoesNotFit) {
  fs.append("/logs/b.txt", kLine);
  fs.replace("/steptail.yaml", "watch:\n  - name: runs\n    paths: ['/logs/{run}.log']\n");
  auto settings = load_settings(fs, {.config_file = "/steptail.yaml", .patterns = {}});
  ASSERT_TRUE(settings.has_value());
  EXPECT_EQ(explain(fs, clock, *settings, "/logs/b.txt"),
            "not of watch entry: runs (pattern /logs/{run}.log)\n"
            "Not on the page: no watch entry wants /logs/b.txt.\n");
  EXPECT_THAT(explain(fs, clock, *settings, "/logs/c.txt"),
              HasSubstr("wants /logs/c.txt, and there is no such file.\n"));
}

TEST_F(Explain, SaysHowOldIsTooOld) {
  fs.append(kPath, kLine);
  fs.set_modified(kPath, clock.wall() - std::chrono::hours(25));
  EXPECT_THAT(explain_with(""), HasSubstr("silent for longer than ignore_older (1d) when first"));
}

TEST_F(Explain, SaysThatItIsNoText) {
  fs.append(kPath, "\xff\xfei\n");
  EXPECT_THAT(explain_with(""), HasSubstr("kind: UTF-16\nNot on the page: only text"));
}

TEST_F(Explain, SaysThatNobodyMayReadIt) {
  fs.append(kPath, kLine);
  fs.forbid(kPath, true);
  EXPECT_THAT(explain_with(""), HasSubstr("readable: no"));
}

}  // namespace
}  // namespace steptail::daemon
