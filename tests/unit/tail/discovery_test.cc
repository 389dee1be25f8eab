#include "tail/discovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "support/fault_file_system.h"
#include "support/mem_file_system.h"

namespace steptail::tail {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Discovery : public ::testing::Test {
 protected:
  Scan scan_for(const std::vector<std::string>& patterns,
                const std::vector<std::string>& exclude = {}, std::size_t max_files = 100) {
    return scan(faults_, parse(patterns), parse(exclude), max_files);
  }
  static std::vector<PathPattern> parse(const std::vector<std::string>& texts) {
    std::vector<PathPattern> patterns;
    for (const auto& text : texts) patterns.push_back(PathPattern::parse(text).value());
    return patterns;
  }
  static std::vector<std::string> paths(const Scan& scan) {
    std::vector<std::string> all;
    for (const auto& found : scan.files) all.push_back(found.path);
    return all;
  }
  support::MemFileSystem fs_;
  support::FaultFileSystem faults_{fs_};
};

TEST_F(Discovery, FindsWhatThePatternsWantInOrder) {
  for (const char* path : {"/s/bob/r2/a.out", "/s/anna/r1/b.out", "/s/anna/r1/a.out",
                           "/s/anna/r1/a.err", "/s/anna/deep/er/a.out", "/t/x.out"}) {
    fs_.append(path, "x");
  }
  auto result = scan_for({"/s/{user}/{run}/*.out"});
  EXPECT_THAT(paths(result),
              ElementsAre("/s/anna/r1/a.out", "/s/anna/r1/b.out", "/s/bob/r2/a.out"));
  EXPECT_THAT(result.files[2].labels,
              ElementsAre(std::pair("run", "r2"), std::pair("user", "bob")));
  EXPECT_EQ(1U, result.files[2].stat.size);
  EXPECT_THAT(result.directories,
              ElementsAre("/s", "/s/anna", "/s/anna/deep", "/s/anna/r1", "/s/bob", "/s/bob/r2"));
}

TEST_F(Discovery, LeavesOutWhatIsExcluded) {
  fs_.append("/s/a.out", "");
  fs_.append("/s/a.err", "");
  fs_.append("/s/old/b.out", "");
  EXPECT_THAT(paths(scan_for({"/s/**/*"}, {"**/*.err", "/s/old/*"})), ElementsAre("/s/a.out"));
}

TEST_F(Discovery, AsksEachDirectoryOnceForAllPatterns) {
  fs_.append("/s/a.out", "");
  fs_.append("/s/b.log", "");
  auto result = scan_for({"/s/*.out", "/s/*.log", "/s/{run}.out"});
  EXPECT_EQ(1U, faults_.calls(support::Call::List));
  EXPECT_THAT(paths(result), ElementsAre("/s/a.out", "/s/b.log"));
}

TEST_F(Discovery, SkipsWhatIsNoLogAndCountsIt) {
  fs_.make_special("/s/fifo.out");
  fs_.append("/s/a.out.1.gz", "");
  fs_.append("/s/b.out.zst", "");
  fs_.append("/s/.nfs00042.out", "");
  fs_.append("/s/c.out", "");
  auto result = scan_for({"/s/*.out*"});
  EXPECT_THAT(paths(result), ElementsAre("/s/c.out"));
  EXPECT_EQ(3U, result.skipped);
}

TEST_F(Discovery, ADirectoryThatMatchesIsNoFile) {
  fs_.append("/s/x.out/y", "");
  auto result = scan_for({"/s/*.out"});
  EXPECT_THAT(paths(result), IsEmpty());
  EXPECT_EQ(0U, result.skipped);
}

TEST_F(Discovery, KeepsTheFirstNameOfAFileWithSeveral) {
  fs_.append("/s/real.out", "x");
  fs_.symlink("real.out", "/s/zlink.out");
  fs_.hard_link("/s/real.out", "/s/hard.out");
  EXPECT_THAT(paths(scan_for({"/s/*.out"})), ElementsAre("/s/hard.out"));
}

TEST_F(Discovery, SaysWhichFilesAreSeenThroughALink) {
  fs_.append("/data/x", "x");
  fs_.symlink("/data/x", "/s/current.out");
  fs_.append("/s/plain.out", "x");
  auto result = scan_for({"/s/*.out"});
  ASSERT_THAT(result.files, SizeIs(2));
  EXPECT_TRUE(result.files[0].through_link);
  EXPECT_FALSE(result.files[1].through_link);
}

TEST_F(Discovery, FollowsLinksToDirectoriesButNeverInACircle) {
  fs_.append("/s/runs/a/x.out", "x");
  fs_.symlink("/s/runs/a", "/s/runs/current");
  fs_.symlink("/s", "/s/runs/a/up");
  fs_.symlink("/s/loop2", "/s/loop1");
  fs_.symlink("/s/loop1", "/s/loop2");
  fs_.symlink("/nowhere", "/s/broken.out");
  EXPECT_THAT(paths(scan_for({"/s/**/*.out"})), ElementsAre("/s/runs/a/x.out"));
  EXPECT_THAT(paths(scan_for({"/s/runs/current/*.out"})), ElementsAre("/s/runs/current/x.out"));
}

TEST_F(Discovery, WatchesTheNearestParentOfADirectoryThatIsNotThereYet) {
  fs_.append("/s/other", "");
  auto result = scan_for({"/s/runs/later/*.out"});
  EXPECT_THAT(result.directories, ElementsAre("/s"));
  EXPECT_THAT(result.errors, IsEmpty());
}

TEST_F(Discovery, GoesOnPastADirectoryThatCannotBeListed) {
  fs_.append("/s/a/x.out", "");
  fs_.append("/s/b/x.out", "");
  fs_.forbid("/s/a", true);
  auto result = scan_for({"/s/*/*.out"});
  EXPECT_THAT(paths(result), ElementsAre("/s/b/x.out"));
  ASSERT_THAT(result.errors, SizeIs(1));
  EXPECT_EQ(std::errc::permission_denied, result.errors[0].code);
}

TEST_F(Discovery, PassesADirectoryThatCannotBeListedToWhatThePatternsName) {
  fs_.append("/home/anna/runs/gpt/x.out", "");
  fs_.append("/home/anna/letters/gpt/x.out", "");
  fs_.append("/home/bob/other", "");
  fs_.forbid("/home/anna", true);
  fs_.forbid("/home/bob", true);
  auto result = scan_for({"/home/{user}/runs/{run}/*.out"});
  EXPECT_THAT(paths(result), ElementsAre("/home/anna/runs/gpt/x.out"));
  EXPECT_THAT(result.errors, IsEmpty());
  fs_.append("/home/anna/x.out", "");
  EXPECT_THAT(scan_for({"/home/*/runs/*/*.out", "/home/*/*.out"}).errors, SizeIs(2));
}

TEST_F(Discovery, ReportsADirectoryThatMayNotBePassedEither) {
  fs_.append("/home/anna/runs/x.out", "");
  fs_.forbid("/home/anna", true);
  faults_.fail(support::Call::Lstat, EACCES);
  auto result = scan_for({"/home/{user}/runs/*.out"});
  EXPECT_THAT(paths(result), IsEmpty());
  ASSERT_THAT(result.errors, SizeIs(1));
  EXPECT_EQ("/home/anna", result.errors[0].file);
}

TEST_F(Discovery, StopsAtTheLimit) {
  for (char c = 'a'; c <= 'e'; ++c) fs_.append("/s/" + std::string(1, c), "");
  auto result = scan_for({"/s/*"}, {}, 3);
  EXPECT_THAT(paths(result), ElementsAre("/s/a", "/s/b", "/s/c"));
  EXPECT_TRUE(result.over_limit);
  EXPECT_FALSE(scan_for({"/s/*"}, {}, 5).over_limit);
}

TEST_F(Discovery, FindsAFileThatIsNamedWithoutWildcards) {
  fs_.append("/s/train.log", "");
  EXPECT_THAT(paths(scan_for({"/s/train.log"})), ElementsAre("/s/train.log"));
}

}  // namespace
}  // namespace steptail::tail
