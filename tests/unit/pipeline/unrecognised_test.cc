#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <sstream>

#include "support/toy_shard.h"

namespace steptail::pipeline {
namespace {

using std::chrono::seconds;
using support::ToyShard;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kPath = "/logs/a.log";
constexpr const char* kStep = "step=1 loss=2.5 id=1\n";

std::string chatter(int lines) {
  std::string text;
  for (int i = 0; i < lines; ++i) text += "nothing that anybody knows\n";
  return text;
}

// What is logged of followed files that no format knows.
class Unrecognised : public ::testing::Test {
 protected:
  Unrecognised() {
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_st>(text_);
    shard.log = std::make_shared<spdlog::logger>("test", sink);
    shard.log->set_pattern("%l %v");
    shard.start();
  }

  void say(const std::string& path, const std::string& lines) {
    shard.append(path, lines);
    shard.advance(seconds(3));
  }

  std::vector<std::string> told() const {
    std::vector<std::string> events;
    std::istringstream lines(text_.str());
    for (std::string line; std::getline(lines, line);) {
      if (line.find("file_unrecognised") != std::string::npos) events.push_back(line);
    }
    return events;
  }

  std::ostringstream text_;
  ToyShard shard{{"/logs/{run}.log"}};
};

TEST_F(Unrecognised, AFileOfManyUnknownLinesIsNamedOnce) {
  say(kPath, chatter(199));
  EXPECT_THAT(told(), IsEmpty());
  say(kPath, chatter(1));
  EXPECT_THAT(told(), ElementsAre(AllOf(HasSubstr("warning file_unrecognised"), HasSubstr("toys"),
                                        HasSubstr("steptail inspect /logs/a.log"))));
  say(kPath, chatter(1000));
  EXPECT_EQ(told().size(), 1U);
}

TEST_F(Unrecognised, EachFileIsNamed) {
  say(kPath, chatter(300));
  say("/logs/b.log", chatter(300));
  EXPECT_THAT(told(), ElementsAre(HasSubstr("/logs/a.log"), HasSubstr("/logs/b.log")));
}

TEST_F(Unrecognised, AKnownFileMayChatAsItLikes) {
  say(kPath, chatter(150) + kStep);
  say(kPath, chatter(1000));
  EXPECT_THAT(told(), IsEmpty());
}

TEST_F(Unrecognised, AFileThatIsKnownLateIsNotNamedAgain) {
  say(kPath, chatter(250));
  say(kPath, kStep + chatter(1000));
  ASSERT_TRUE(shard.value("training_iteration{run=\"a\"}"));
  EXPECT_EQ(told().size(), 1U);
}

TEST_F(Unrecognised, ARestartNamesItWhereItGoesOn) {
  say(kPath, chatter(250));
  shard.stop();
  shard.start();
  say(kPath, chatter(10));
  EXPECT_EQ(told().size(), 1U);
}

}  // namespace
}  // namespace steptail::pipeline
