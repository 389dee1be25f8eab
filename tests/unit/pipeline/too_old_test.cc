#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <sstream>

#include "support/toy_shard.h"

namespace steptail::pipeline {
namespace {

using support::ToyShard;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kStep = "step=1 loss=2.5 id=1\n";

// What is logged at the start of files that were silent for long.
class TooOld : public ::testing::Test {
 protected:
  TooOld() {
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_st>(text_);
    shard.log = std::make_shared<spdlog::logger>("test", sink);
    shard.append("/logs/a.log", kStep);
    shard.append("/logs/b.log", kStep);
    shard.advance(std::chrono::hours(25));
  }

  std::string told() const { return text_.str(); }

  std::ostringstream text_;
  ToyShard shard{{"/logs/{run}.log"}};
};

TEST_F(TooOld, WhereAllFilesAreThatIsSaidOnce) {
  shard.start();
  shard.advance(std::chrono::minutes(10));
  EXPECT_THAT(told(), AllOf(HasSubstr("nothing_is_recent"), HasSubstr("files#2"),
                            HasSubstr("ignore_older (1d)")));
  EXPECT_EQ(told().find("nothing_is_recent"), told().rfind("nothing_is_recent"));
}

TEST_F(TooOld, WhereOneIsFollowedNothingIsSaid) {
  shard.append("/logs/c.log", kStep);
  shard.start();
  shard.advance(std::chrono::minutes(10));
  EXPECT_THAT(told(), Not(HasSubstr("nothing_is_recent")));
}

}  // namespace
}  // namespace steptail::pipeline
