#include "lines/container_record.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>

namespace steptail::lines {
namespace {

using namespace std::chrono_literals;

constexpr base::WallTime kTime = std::chrono::sys_days{std::chrono::year{2025} / 3 / 9} + 7h +
                                 8min + 9s + base::Duration{123'456'789};

std::string unescaped(std::string_view text) {
  std::string out = "> ";
  append_unescaped(text, out);
  return out.substr(2);
}

TEST(CriRecord, HasTimeStreamTagAndText) {
  const auto record = parse_cri("2025-03-09T07:08:09.123456789Z stderr F  loss 3 ");
  ASSERT_TRUE(record);
  EXPECT_EQ(OutputStream::Stderr, record->stream);
  EXPECT_FALSE(record->partial);
  EXPECT_EQ(kTime, record->time);
  EXPECT_EQ(" loss 3 ", record->text);
}

TEST(CriRecord, MayHaveAnOffsetAndBePartial) {
  const auto record = parse_cri("2025-03-09T09:08:09.123456789+02:00 stdout P half of");
  ASSERT_TRUE(record);
  EXPECT_EQ(OutputStream::Stdout, record->stream);
  EXPECT_TRUE(record->partial);
  EXPECT_EQ(kTime, record->time);
  EXPECT_EQ("half of", record->text);
}

TEST(CriRecord, MayBeEmptyAndHaveFurtherTags) {
  EXPECT_EQ("", parse_cri("2025-03-09T07:08:09Z stdout F ").value().text);
  EXPECT_EQ("", parse_cri("2025-03-09T07:08:09Z stdout F").value().text);
  EXPECT_EQ("x", parse_cri("2025-03-09T07:08:09Z stdout F:tag1 x").value().text);
}

TEST(CriRecord, IsNothingElse) {
  for (std::string_view line : {
           "",
           "2025-03-09T07:08:09Z",
           "2025-03-09T07:08:09Z stdout",
           "2025-03-09T07:08:09Z stdout ",
           "2025-03-09T07:08:09Z stdout X text",
           "2025-03-09T07:08:09Z stdin F text",
           "2025-03-09T07:08:09 stdout F no zone",
           "2025-03-09 07:08:09Z stdout F no T",
           "2025-13-09T07:08:09Z stdout F no such month",
           "2025-03-09T07:08:09Z step 4 loss 2",
       }) {
    EXPECT_FALSE(parse_cri(line)) << line;
  }
}

TEST(DockerRecord, HasTextStreamAndTime) {
  const auto record = parse_docker(
      R"({"log":"say \"hi\"\n","stream":"stderr","time":"2025-03-09T07:08:09.123456789Z"})");
  ASSERT_TRUE(record);
  EXPECT_EQ(R"(say \"hi\"\n)", record->escaped);
  EXPECT_EQ(OutputStream::Stderr, record->stream);
  EXPECT_EQ(kTime, record->time);
}

TEST(DockerRecord, MayHaveAttributesAndABadTime) {
  const auto record =
      parse_docker(R"({"log":"x\\","stream":"stdout","attrs":{"tag":"a"},"time":"soon"})");
  ASSERT_TRUE(record);
  EXPECT_EQ(R"(x\\)", record->escaped);
  EXPECT_EQ(OutputStream::Stdout, record->stream);
  EXPECT_FALSE(record->time);
}

TEST(DockerRecord, IsNothingElse) {
  for (std::string_view line : {
           R"({"log":"cut)",
           R"({"log":"cut\"})",
           R"({"log":"cut\)",
           R"({"log":"no stream"})",
           R"({"log": "blank","stream":"stdout"})",
           R"({"log":"x\n","stream":"stdout","time":"2025)",
           R"({"loss":2.5,"step":10})",
       }) {
    EXPECT_FALSE(parse_docker(line)) << line;
  }
}

TEST(AppendUnescaped, KnowsEveryEscapeOfJson) {
  EXPECT_EQ("a\n\r\t\b\f\"\\/b", unescaped(R"(a\n\r\t\b\f\"\\\/b)"));
  EXPECT_EQ("\x1b[1m<", unescaped(R"(\u001b[1m\u003C)"));
  EXPECT_EQ("\xC3\xA9 \xE2\x96\x88 \xF0\x9F\x9A\x80", unescaped(R"(\u00e9 \u2588 \ud83d\uDE80)"));
  EXPECT_EQ(std::string(1, '\0'), unescaped(R"(\u0000)"));
  EXPECT_EQ("\xE2\x96\x88 as it is", unescaped("\xE2\x96\x88 as it is"));
}

TEST(AppendUnescaped, ReplacesHalfAPairAndKeepsWhatIsNoEscape) {
  const std::string replacement = "\xEF\xBF\xBD";
  EXPECT_EQ(replacement + "x", unescaped(R"(\ud83dx)"));
  EXPECT_EQ(replacement + "A", unescaped(R"(\ud83d\u0041)"));
  EXPECT_EQ(replacement, unescaped(R"(\ude80)"));
  EXPECT_EQ(R"(\q \u12 \u12G4 \)", unescaped(R"(\q \u12 \u12G4 \)"));
}

}  // namespace
}  // namespace steptail::lines
