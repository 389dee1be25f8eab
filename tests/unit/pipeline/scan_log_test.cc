#include "pipeline/scan_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <sstream>

#include "support/mem_file_system.h"

namespace steptail::pipeline {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What is told of scans of one watch entry, one event a text: level, message and values.
class ScanLogTest : public ::testing::Test {
 protected:
  ScanLogTest() {
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_st>(text_);
    auto log = std::make_shared<spdlog::logger>("test", sink);
    log->set_pattern("%l %v");
    log_.emplace(fs_, log);
  }

  std::vector<std::string> told(const std::vector<std::string>& patterns) {
    config::WatchEntry config;
    config.name = "runs";
    config.paths = patterns;
    config.path_positions.resize(patterns.size());
    const auto entry = compile_entry("", config, 0).value();
    text_.str("");
    log_->note(*entry, tail::scan(fs_, entry->patterns, entry->exclude, 100));
    std::vector<std::string> events;
    std::istringstream lines(text_.str());
    for (std::string line; std::getline(lines, line);) events.push_back(line);
    return events;
  }

  support::MemFileSystem fs_;
  std::ostringstream text_;
  std::optional<ScanLog> log_;
};

TEST_F(ScanLogTest, APatternThatMatchesNothingIsNamedOnce) {
  ASSERT_TRUE(fs_.make_directories("/logs"));
  EXPECT_THAT(told({"/logs/*.log"}),
              ElementsAre(AllOf(HasSubstr("info nothing_matches"), HasSubstr("runs"),
                                HasSubstr("/logs/*.log"), HasSubstr("no file is there yet"))));
  EXPECT_THAT(told({"/logs/*.log"}), IsEmpty());
}

TEST_F(ScanLogTest, ADirectoryIsToldThePatternOfItsFiles) {
  fs_.append("/logs/a.log", "x\n");
  EXPECT_THAT(told({"/logs"}), ElementsAre(AllOf(HasSubstr("warning nothing_matches"),
                                                 HasSubstr("it is a directory: /logs/*.log"))));
}

TEST_F(ScanLogTest, ADirectoryThatIsNotThereIsNamed) {
  EXPECT_THAT(told({"/lgos/{run}.log"}),
              ElementsAre(AllOf(HasSubstr("warning nothing_matches"), HasSubstr("/lgos: "))));
}

TEST_F(ScanLogTest, WhatIsPassedOverIsNotCalledMissing) {
  fs_.append("/logs/a.log.gz", "x\n");
  EXPECT_THAT(told({"/logs/*.gz"}), ElementsAre(HasSubstr("is packed or no file")));
}

TEST_F(ScanLogTest, WhereAFileMatchesNothingIsSaidThenOrLater) {
  fs_.append("/logs/a.log", "x\n");
  EXPECT_THAT(told({"/logs/*.log"}), IsEmpty());
  ASSERT_TRUE(fs_.remove("/logs/a.log"));
  EXPECT_THAT(told({"/logs/*.log"}), IsEmpty());
}

TEST_F(ScanLogTest, OtherPatternsAreLookedForAnew) {
  ASSERT_TRUE(fs_.make_directories("/logs"));
  EXPECT_THAT(told({"/logs/*.log"}), ElementsAre(HasSubstr("/logs/*.log")));
  EXPECT_THAT(told({"/logs/*.out"}), ElementsAre(HasSubstr("/logs/*.out")));
}

}  // namespace
}  // namespace steptail::pipeline
