#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "metrics/page.h"
#include "pipeline/inspection.h"
#include "support/exposition.h"
#include "support/manual_loop.h"
#include "support/text_source.h"

// Every folder beside this file is a case: the log, and the page that it must give.

namespace steptail {
namespace {

namespace stdfs = std::filesystem;

constexpr const char* kFolder = STEPTAIL_SOURCE_DIR "/tests/golden";

std::string read_file(const stdfs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The page for a log that was last written when the clock says now.
std::string page_of(const std::string& log) {
  support::ManualLoop clock;
  pipeline::Inspection inspection(
      {.formats = format::FormatSet::builtin(), .zone = lines::TimeZone::utc()}, clock);
  auto report = inspection.read(support::text_input("input", log, clock.wall()), nullptr);
  EXPECT_TRUE(report.has_value());
  std::vector<std::shared_ptr<const metrics::ShardSnapshot>> shards{inspection.snapshot()};
  return metrics::render_page(shards, nullptr, metrics::PageFormat::Text004);
}

class GoldenTest : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenTest, TheLogGivesThePage) {
  stdfs::path folder = stdfs::path(kFolder) / GetParam();
  std::string page = page_of(read_file(folder / "input.log"));
  auto parsed = support::parse_exposition(page, support::ExpositionFormat::Text004);
  ASSERT_TRUE(parsed.has_value()) << parsed.error().to_string();
  if (std::getenv("STEPTAIL_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(folder / "expected.prom", std::ios::binary) << page;
  }
  EXPECT_EQ(read_file(folder / "expected.prom"), page);
}

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : stdfs::directory_iterator(kFolder)) {
    if (stdfs::exists(entry.path() / "input.log")) names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenTest, ::testing::ValuesIn(cases()), test_name);

}  // namespace
}  // namespace steptail
