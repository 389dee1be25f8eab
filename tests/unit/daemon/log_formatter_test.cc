#include "daemon/log_formatter.h"

#include <gtest/gtest.h>
#include <spdlog/details/log_msg.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>
#include <sys/stat.h>

#include <sstream>

#include "daemon/logging.h"

namespace steptail::daemon {
namespace {

using base::LogLevel;

// The line of one event, without its time.
std::string line(LogFormat format, bool prefix, LogLevel level, std::string_view message,
                 std::initializer_list<base::LogField> fields) {
  std::ostringstream text;
  auto log = std::make_shared<spdlog::logger>(
      "test", std::make_shared<spdlog::sinks::ostream_sink_st>(text));
  log->set_formatter(std::make_unique<LogFormatter>(format, prefix));
  base::set_log_level(*log, LogLevel::Debug);
  base::log_event(log, level, message, fields);
  return text.str();
}

std::string after_time(const std::string& text) {
  auto level = text.find("level");
  return level == std::string::npos ? text : text.substr(level);
}

TEST(LogFormatter, WritesLogfmt) {
  EXPECT_EQ(after_time(line(LogFormat::Logfmt, false, LogLevel::Info, "listening",
                            {{"address", "127.0.0.1:40123"}, {"threads", 2}})),
            "level=info msg=listening address=127.0.0.1:40123 threads=2\n");
  EXPECT_EQ(after_time(line(LogFormat::Logfmt, false, LogLevel::Warn, "cannot read", {})),
            "level=warn msg=\"cannot read\"\n");
}

TEST(LogFormatter, WritesJson) {
  EXPECT_EQ(after_time(line(LogFormat::Json, false, LogLevel::Error, "no \"luck\"",
                            {{"path", "/a\xff\n"}, {"size", 7}, {"ok", true}})),
            "level\":\"error\",\"msg\":\"no \\\"luck\\\"\",\"path\":\"/a\xEF\xBF\xBD\\n\","
            "\"size\":7,\"ok\":true}\n");
}

TEST(LogFormatter, StampsInUtcWithMilliseconds) {
  LogFormatter formatter(LogFormat::Logfmt, false);
  spdlog::details::log_msg message(
      spdlog::log_clock::time_point(std::chrono::milliseconds(1767323045078)), {}, "test",
      spdlog::level::info, "x");
  spdlog::memory_buf_t out;
  formatter.format(message, out);
  EXPECT_EQ(std::string(out.data(), out.size()), "ts=2026-01-02T03:04:05.078Z level=info msg=x\n");
}

TEST(LogFormatter, PutsThePriorityInFrontForTheJournal) {
  EXPECT_EQ(line(LogFormat::Logfmt, true, LogLevel::Error, "x", {}).substr(0, 6), "<3>ts=");
  EXPECT_EQ(line(LogFormat::Logfmt, true, LogLevel::Warn, "x", {}).substr(0, 3), "<4>");
  EXPECT_EQ(line(LogFormat::Logfmt, true, LogLevel::Info, "x", {}).substr(0, 3), "<6>");
  EXPECT_EQ(line(LogFormat::Json, true, LogLevel::Debug, "x", {}).substr(0, 4), "<7>{");
}

struct Case {
  const char* name;
  std::string raw, logfmt;
};

TEST(LogFormatter, NothingForeignLeavesItsField) {
  const Case cases[] = {
      {"plain", "a/b:c", "a/b:c"},
      {"empty", "", "\"\""},
      {"blank", "a b", "\"a b\""},
      {"forged field", "a level=error", "\"a level=error\""},
      {"forged line", "a\nlevel=error", "\"a\\nlevel=error\""},
      {"quote", "a\"b", "\"a\\\"b\""},
      {"backslash", "a\\b", "\"a\\\\b\""},
      {"carriage return", "a\rb", "\"a\\u000db\""},
      {"escape sequence", "\x1b[2J", "\"\\u001b[2J\""},
      {"NUL", std::string("a\0b", 3), "\"a\\u0000b\""},
      {"DEL", "\x7f", "\"\\u007f\""},
      {"C1", "\xC2\x9B", "\"\\u009b\""},
      {"line separator", "\xE2\x80\xA8", "\"\\u2028\""},
      {"bad UTF-8", "\xff\xC0\xAF", "\"\\xff\\xc0\\xaf\""},
      {"other scripts stay", "\xC3\xA9\xE2\x82\xAC", "\xC3\xA9\xE2\x82\xAC"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(logfmt_value(c.raw), c.logfmt);
  }
}

TEST(Logging, KnowsItsNames) {
  EXPECT_EQ(log_level_from_name("warn"), LogLevel::Warn);
  EXPECT_EQ(log_level_from_name("WARN"), std::nullopt);
  EXPECT_EQ(log_format_from_name("json"), LogFormat::Json);
  EXPECT_EQ(log_format_from_name("xml"), std::nullopt);
}

TEST(Logging, KnowsTheJournalByDeviceAndInode) {
  struct stat status {};
  ASSERT_EQ(::fstat(0, &status), 0);
  auto stream = std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
  EXPECT_TRUE(is_journal(stream, 0));
  EXPECT_FALSE(is_journal(stream + "1", 0));
  EXPECT_FALSE(is_journal("", 0));
  EXPECT_FALSE(is_journal(stream, 9999));
}

}  // namespace
}  // namespace steptail::daemon
