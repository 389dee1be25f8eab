#include "daemon/log_throttle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/log.h"
#include "daemon/log_formatter.h"
#include "daemon/log_sink.h"

namespace steptail::daemon {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

constexpr LogThrottle::Time kNow{1'700'000'000s};

TEST(LogThrottle, KeepsBackWhatComesTooOftenAndCountsIt) {
  LogThrottle throttle({.lines = 2, .window = 60s});
  EXPECT_TRUE(throttle.admit("a", kNow));
  EXPECT_TRUE(throttle.admit("a", kNow + 1s));
  EXPECT_FALSE(throttle.admit("a", kNow + 2s));
  EXPECT_FALSE(throttle.admit("a", kNow + 59s));
  EXPECT_TRUE(throttle.admit("b", kNow + 59s)) << "each event has its own";
  EXPECT_THAT(throttle.take_kept_back(kNow + 59s), IsEmpty()) << "more may come";
  EXPECT_THAT(throttle.take_kept_back(kNow + 60s), ElementsAre(Pair("a", 2)));
  EXPECT_THAT(throttle.take_kept_back(kNow + 61s), IsEmpty()) << "said once";
  EXPECT_TRUE(throttle.admit("a", kNow + 61s)) << "a new while";
}

TEST(LogThrottle, BeginsAnewWhenTheClockJumpsBack) {
  LogThrottle throttle({.lines = 1, .window = 60s});
  EXPECT_TRUE(throttle.admit("a", kNow));
  EXPECT_FALSE(throttle.admit("a", kNow));
  EXPECT_TRUE(throttle.admit("a", kNow - 3600s));
  EXPECT_THAT(throttle.take_all(), ElementsAre(Pair("a", 1)));
}

TEST(LogSink, WritesWholeLinesAndSaysWhatItKeptBack) {
  std::array<int, 2> ends{};
  ASSERT_EQ(0, ::pipe(ends.data()));
  {
    auto logger = std::make_shared<spdlog::logger>("test", std::make_shared<LogSink>(ends[1]));
    logger->set_formatter(std::make_unique<LogFormatter>(LogFormat::Logfmt, false));
    for (int i = 0; i < 50; ++i) {
      base::log_event(logger, base::LogLevel::Warn, "file_unreadable", {{"path", "a\nb"}});
    }
  }
  ::close(ends[1]);
  std::string text;
  std::array<char, 4096> bytes{};
  for (ssize_t got = 0; (got = ::read(ends[0], bytes.data(), bytes.size())) > 0;) {
    text.append(bytes.data(), static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  EXPECT_EQ(21, std::count(text.begin(), text.end(), '\n'));
  EXPECT_THAT(text, HasSubstr("level=warn msg=file_unreadable path=\"a\\nb\"\n"));
  EXPECT_THAT(text, HasSubstr("level=warn msg=kept_back event=file_unreadable lines=30\n"));
}

}  // namespace
}  // namespace steptail::daemon
