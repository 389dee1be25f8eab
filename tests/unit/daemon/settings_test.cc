#include "daemon/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/mem_file_system.h"

namespace steptail::daemon {
namespace {

// Line and column of each thing that is wrong, in the order in which it is told.
std::vector<std::string> places(const base::Errors& errors) {
  std::vector<std::string> all;
  for (const base::Error& error : errors) {
    all.push_back(std::to_string(error.line) + ":" + std::to_string(error.column));
  }
  return all;
}

TEST(Settings, TellsAllThatIsWrongWhicheverStageFindsIt) {
  support::MemFileSystem fs;
  fs.replace("/steptail.yaml", R"(watchh: 3
limits: {files: x}
watch:
  - name: a
    paths: ["/x/{run/*.log", "/y/{job}/*.log"]
    timezone: Mars/Olympus
    format: megatron
    bogus: 1
)");
  const auto settings = load_settings(fs, {.config_file = "/steptail.yaml", .patterns = {}});
  ASSERT_FALSE(settings.has_value());
  EXPECT_THAT(places(settings.error()),
              testing::ElementsAre("1:1", "2:17", "5:13", "5:30", "6:15", "7:13", "8:5"));
}

TEST(Settings, TellsWhereADirectoryOfFormatsIsNamedThatCannotBeRead) {
  support::MemFileSystem fs;
  fs.append("/formats/mine.yaml", "format: mine\n");  // a bad one is a format nevertheless
  fs.replace("/steptail.yaml", R"(formats:
  directories: [/formats, /nowhere]
watch:
  - {name: a, paths: ["/x/{run}.log"], format: [mine, megatorn]}
)");
  const auto settings = load_settings(
      fs,
      {.config_file = "/steptail.yaml", .patterns = {}, .format_directories = {"/nowhere/else"}});
  ASSERT_FALSE(settings.has_value());
  std::vector<std::string> said;
  for (const base::Error& error : settings.error()) said.push_back(error.to_string());
  EXPECT_THAT(said, testing::IsSupersetOf(
                        {testing::StartsWith("/steptail.yaml:2:27: /nowhere: "),
                         testing::StartsWith("/steptail.yaml:4:55: format 'megatorn' is unknown"),
                         testing::StartsWith("/nowhere/else: "),
                         testing::StartsWith("/formats/mine.yaml:1:1: 'title' is missing")}));
  EXPECT_THAT(said, testing::Not(testing::Contains(testing::HasSubstr("format 'mine'"))));
}

}  // namespace
}  // namespace steptail::daemon
