#include "base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <sstream>

namespace steptail::base {
namespace {

struct Capture {
  std::ostringstream text;
  Logger log;

  Capture() {
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_st>(text);
    log = std::make_shared<spdlog::logger>("test", sink);
    log->set_pattern("%v");
    log->set_level(spdlog::level::info);
  }
  std::string payload() const {
    std::string all = text.str();
    if (!all.empty()) all.pop_back();  // the newline
    return all;
  }
};

TEST(Log, CarriesMessageAndFieldsToTheFormatter) {
  Capture capture;
  log_event(capture.log, LogLevel::Info, "listening",
            {{"address", "127.0.0.1:1"}, {"threads", 2}, {"tls", false}, {"age_seconds", 0.5}});
  std::string payload = capture.payload();
  LogEvent event = read_event(payload);
  EXPECT_EQ(event.message, "listening");
  ASSERT_EQ(event.fields.size(), 4u);
  EXPECT_EQ(event.fields[0].key, "address");
  EXPECT_EQ(event.fields[0].value, "127.0.0.1:1");
  EXPECT_FALSE(event.fields[0].bare);
  EXPECT_EQ(event.fields[1].value, "2");
  EXPECT_TRUE(event.fields[1].bare);
  EXPECT_EQ(event.fields[2].value, "false");
  EXPECT_EQ(event.fields[3].value, "0.5");
}

TEST(Log, AValueCannotForgeAField) {
  Capture capture;
  log_event(capture.log, LogLevel::Warn, "cannot read", {{"path", "/a\x1fuser=root"}});
  std::string payload = capture.payload();
  LogEvent event = read_event(payload);
  ASSERT_EQ(event.fields.size(), 1u);
  EXPECT_EQ(event.fields[0].value, "/a\\x1fuser=root");
}

TEST(Log, AValueKeepsEqualsSignsAndHashes) {
  Capture capture;
  log_event(capture.log, LogLevel::Warn, "x", {{"path", "a=b#c"}, {"empty", ""}});
  std::string payload = capture.payload();
  LogEvent event = read_event(payload);
  ASSERT_EQ(event.fields.size(), 2u);
  EXPECT_EQ(event.fields[0].value, "a=b#c");
  EXPECT_EQ(event.fields[1].value, "");
}

TEST(Log, CutsHugeValues) {
  Capture capture;
  log_event(capture.log, LogLevel::Error, "x", {{"path", std::string(5000, 'a')}});
  std::string payload = capture.payload();
  LogEvent event = read_event(payload);
  ASSERT_EQ(event.fields.size(), 1u);
  EXPECT_EQ(event.fields[0].value.size(), kMaxLogValueBytes + 3);
}

TEST(Log, ANonFiniteNumberIsText) {
  LogField field("loss", std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(field.bare());
}

TEST(Log, SaysNothingBelowTheLevelOrWithoutALogger) {
  Capture capture;
  log_event(capture.log, LogLevel::Debug, "quiet");
  log_event(nullptr, LogLevel::Error, "nowhere");
  EXPECT_EQ(capture.text.str(), "");
}

TEST(Log, APlainPayloadIsAllMessage) {
  LogEvent event = read_event("hello world=1");
  EXPECT_EQ(event.message, "hello world=1");
  EXPECT_TRUE(event.fields.empty());
}

}  // namespace
}  // namespace steptail::base
