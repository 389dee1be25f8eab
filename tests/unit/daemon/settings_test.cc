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

}  // namespace
}  // namespace steptail::daemon
