#include "lines/line_cleaner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_splitter.h"

namespace steptail::lines {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

constexpr std::size_t kRoomy = 64 * 1024;
constexpr std::string_view kAt1 = "2025-02-03T04:05:01Z";
constexpr std::string_view kAt2 = "2025-02-03T04:05:02Z";

base::WallTime at_second(int second) {
  return std::chrono::sys_days{std::chrono::year{2025} / 2 / 3} + 4h + 5min +
         std::chrono::seconds{second};
}

std::vector<std::string> texts_of(LineCleaner& cleaner, std::string_view file) {
  std::vector<std::string> texts;
  LineSplitter splitter(kRoomy, 1000);
  splitter.feed(file, [&](const RawLine& raw) {
    for (auto line = cleaner.clean(raw); line; line = cleaner.next()) {
      texts.emplace_back(line->text);
    }
  });
  return texts;
}

std::vector<std::string> texts_of(std::string_view file) {
  LineCleaner cleaner(kRoomy);
  return texts_of(cleaner, file);
}

Line only_line(LineCleaner& cleaner, std::string_view bytes, std::uint64_t begin = 1000) {
  return cleaner.clean({.bytes = bytes, .begin = begin, .end = begin + bytes.size() + 1})
      .value_or(Line{.text = "(nothing)"});
}

std::string cri(std::string_view time, std::string_view stream, std::string_view text) {
  return std::string(time) + " " + std::string(stream) + " " + std::string(text) + "\n";
}

std::string docker(std::string_view stream, std::string_view escaped) {
  return R"({"log":")" + std::string(escaped) + R"(","stream":")" + std::string(stream) +
         R"(","time":")" + std::string(kAt1) + "\"}\n";
}

TEST(LineCleaner, DoesNotCopyAnOrdinaryLine) {
  LineCleaner cleaner(kRoomy);
  constexpr std::string_view kLine = " iteration 8/ 100 | lm loss: 2.5 | <br/>  ";
  const Line line = only_line(cleaner, kLine, 40);
  EXPECT_EQ(kLine, line.text);
  EXPECT_EQ(kLine.data(), line.text.data());
  EXPECT_EQ(40U, line.begin);
  EXPECT_EQ(40U + kLine.size() + 1, line.end);
  EXPECT_EQ("", line.rank);
  EXPECT_FALSE(line.collected);
}

// Real logs without any prefix: nothing in them may be taken for one.
TEST(LineCleaner, LeavesEveryLineOfTheSeedsAsItIs) {
  const char* shared = std::getenv("STEPTAIL_SHARED");
  const std::filesystem::path seeds =
      std::filesystem::path(shared != nullptr ? shared : STEPTAIL_SOURCE_DIR "/../shared") /
      "seeds";
  if (!std::filesystem::is_directory(seeds)) GTEST_SKIP() << "no seeds at " << seeds;
  LineCleaner cleaner(kRoomy);
  for (const auto& entry : std::filesystem::directory_iterator(seeds)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    LineSplitter splitter(kRoomy);
    splitter.feed(bytes, [&](const RawLine& raw) {
      const auto line = cleaner.clean(raw);
      ASSERT_TRUE(line) << raw.bytes;
      EXPECT_EQ(raw.bytes, line->text) << entry.path() << " at " << raw.begin;
    });
  }
}

TEST(LineCleaner, TakesTheByteOrderMarkOnlyAtTheStartOfTheFile) {
  LineCleaner cleaner(kRoomy);
  EXPECT_EQ("step 1", only_line(cleaner, "\xEF\xBB\xBFstep 1", 0).text);
  EXPECT_EQ("\xEF\xBB\xBFstep 1", only_line(cleaner, "\xEF\xBB\xBFstep 1", 9).text);
}

TEST(LineCleaner, StripsStackedPrefixesInAnyOrderAndTheInnermostRankCounts) {
  LineCleaner cleaner(kRoomy);
  const Line line = only_line(cleaner,
                              "2025-02-03T04:05:01Z stdout F 3: [default5]:\x1b[32m[04/10 06:15:58 "
                              "d2.utils.events]: \x1b[0m eta: 1:02:03");
  EXPECT_EQ("[04/10 06:15:58 d2.utils.events]:  eta: 1:02:03", line.text);
  EXPECT_EQ("5", line.rank);
  EXPECT_EQ(at_second(1), line.collected);
}

TEST(LineCleaner, FindsAPrefixBehindColours) {
  LineCleaner cleaner(kRoomy);
  EXPECT_EQ("step 8", only_line(cleaner, "\x1b[36m(Worker pid=31)\x1b[0m step 8").text);
}

TEST(LineCleaner, TakesOffATagGluedToTheEnd) {
  LineCleaner cleaner(kRoomy);
  const Line line = only_line(cleaner, "[1,4]<stderr>: 4%|# | 2.05s/it][1,0]<stderr>:");
  EXPECT_EQ(" 4%|# | 2.05s/it]", line.text);
  EXPECT_EQ("4", line.rank);
}

TEST(LineCleaner, SkipsAHoleBeforeARecord) {
  LineCleaner cleaner(kRoomy);
  const std::string line = std::string(5, '\0') + "2025-02-03T04:05:01Z stdout F step 8";
  EXPECT_EQ("step 8", only_line(cleaner, line).text);
}

TEST(LineCleaner, GivesTheCollectorsTime) {
  LineCleaner cleaner(kRoomy);
  EXPECT_EQ(at_second(1), only_line(cleaner, "2025-02-03T06:05:01+02:00 stderr F x").collected);
  const std::string record = docker("stdout", "x\\n");
  EXPECT_EQ(at_second(1),
            only_line(cleaner, std::string_view(record).substr(0, record.size() - 1)).collected);
  EXPECT_EQ(at_second(1),
            only_line(cleaner, "2025-02-03T04:05:01+0000 gpu9 run.sh[771]: x").collected);
  EXPECT_EQ(at_second(1), only_line(cleaner, "[2025-02-03T04:05:01Z] 0a1b2c3d || x").collected);
  EXPECT_FALSE(only_line(cleaner, "Feb  3 04:05:01 gpu9 run.sh[771]: x").collected);
}

TEST(LineCleaner, JoinsPartialCriRecordsPerStream) {
  LineCleaner cleaner(kRoomy);
  const std::string file = cri(kAt1, "stdout P", " iteration 8 | lm ") +
                           cri(kAt1, "stderr F", "UserWarning") +
                           cri(kAt2, "stderr P", "[rank2]: Trace") + cri(kAt2, "stdout P", "loss") +
                           cri(kAt2, "stdout F", ": 2.5 |") + cri(kAt2, "stderr F", "back") +
                           cri(kAt2, "stdout F", "next");
  EXPECT_THAT(texts_of(cleaner, file),
              ElementsAre("UserWarning", " iteration 8 | lm loss: 2.5 |", "Traceback", "next"));
}

TEST(LineCleaner, AJoinedLineHasTheTimeAndPlaceOfItsLastRecord) {
  LineCleaner cleaner(kRoomy);
  EXPECT_FALSE(cleaner.clean({.bytes = "2025-02-03T04:05:01Z stdout P [default7]:st", .end = 50}));
  const auto line =
      cleaner.clean({.bytes = "2025-02-03T04:05:02Z stdout F ep 8", .begin = 50, .end = 90});
  ASSERT_TRUE(line);
  EXPECT_EQ("step 8", line->text);
  EXPECT_EQ("7", line->rank);
  EXPECT_EQ(at_second(2), line->collected);
  EXPECT_EQ(50U, line->begin);
  EXPECT_EQ(90U, line->end);
}

TEST(LineCleaner, ABarWithinACriRecordKeepsTheRecordsTimeAndStream) {
  LineCleaner cleaner(kRoomy);
  const std::string file = cri(kAt1, "stderr P", " 1%|\r 2%|\r 3") + cri(kAt2, "stdout F", "x") +
                           cri(kAt2, "stderr P", "%|\r 4%|") + cri(kAt2, "stderr F", " end\r") +
                           cri(kAt2, "stdout F", "y");
  EXPECT_THAT(texts_of(cleaner, file), ElementsAre(" 1%|", " 2%|", "x", " 3%|", " 4%| end", "y"));
  EXPECT_FALSE(cleaner.clean({.bytes = "2025-02-03T04:05:01Z stderr P 5%|", .by_cr = false}));
  const auto first = cleaner.clean({.bytes = "2025-02-03T04:05:02Z stderr F ", .by_cr = true});
  ASSERT_TRUE(first);
  EXPECT_EQ("5%|", first->text);
  EXPECT_EQ(at_second(2), only_line(cleaner, "6%|").collected);
  EXPECT_FALSE(only_line(cleaner, "7%|").collected);
}

TEST(LineCleaner, JoinsDockerRecordsUntilANewline) {
  EXPECT_THAT(texts_of(docker("stdout", "a long ") + docker("stderr", "oops\\n") +
                       docker("stdout", "line\\n") + docker("stdout", "next\\r\\n")),
              ElementsAre("oops", "a long line", "next"));
}

TEST(LineCleaner, GivesEveryLineOfADockerRecord) {
  EXPECT_THAT(texts_of(docker("stderr", R"( 1%|\r 2%|\r)") +
                       docker("stderr", R"(\r[rank0]:{\"a\": \u003c}\r\n\nx\ny)") +
                       docker("stderr", R"(z\r\n)")),
              ElementsAre(" 1%|", " 2%|", "", "{\"a\": <}", "", "x", "yz"));
}

TEST(LineCleaner, DropsDockerLinesThatNobodyAskedFor) {
  LineCleaner cleaner(kRoomy);
  const std::string record = docker("stdout", R"(one\ntwo\nth)");
  EXPECT_EQ("one", only_line(cleaner, std::string_view(record).substr(0, record.size() - 1)).text);
  EXPECT_THAT(texts_of(cleaner, docker("stdout", "ree\\n")), ElementsAre("three"));
  EXPECT_FALSE(cleaner.next());
}

TEST(LineCleaner, CleansTheTextOfADockerRecord) {
  EXPECT_THAT(texts_of(docker("stdout", R"(\u001b[31m[default2]:\u0000\u001b[0mstep 8\b\b\n)")),
              ElementsAre("step 8"));
}

TEST(LineCleaner, HoldsNoMoreOfAnOpenRecordThanALineMayHave) {
  LineCleaner cleaner(10);
  const std::string part(8, 'x');
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(cleaner.clean({.bytes = "2025-02-03T04:05:01Z stdout P " + part}));
    const std::string record = docker("stderr", part);
    EXPECT_FALSE(cleaner.clean({.bytes = std::string_view(record).substr(0, record.size() - 1)}));
  }
  EXPECT_EQ(10U, only_line(cleaner, "2025-02-03T04:05:01Z stdout F " + part).text.size());
  base::ByteWriter saved;
  cleaner.save(saved);
  EXPECT_LT(saved.bytes().size(), 60U);
}

TEST(LineCleaner, FinishGivesWhatIsStillOpen) {
  LineCleaner cleaner(kRoomy);
  EXPECT_THAT(texts_of(cleaner, cri(kAt1, "stderr P", "err") + cri(kAt1, "stdout P", "out")),
              ElementsAre());
  ASSERT_EQ("out", cleaner.finish().value_or(Line{}).text);
  ASSERT_EQ("err", cleaner.next().value_or(Line{}).text);
  EXPECT_FALSE(cleaner.next());
  EXPECT_FALSE(cleaner.finish());
}

TEST(LineCleaner, CarriesOpenRecordsOverARestartAtAnyLine) {
  const std::string file = cri(kAt1, "stderr P", "1%|\r2%|") + cri(kAt1, "stdout P", "st") +
                           cri(kAt2, "stderr F", " end\rmore") + cri(kAt2, "stdout F", "ep") +
                           docker("stdout", "a\\rb") + docker("stdout", "c\\n");
  const auto expected = texts_of(file);
  for (std::size_t cut = 0; cut < file.size(); ++cut) {
    if (cut > 0 && file[cut - 1] != '\n' && file[cut - 1] != '\r') continue;
    LineCleaner before(kRoomy);
    auto texts = texts_of(before, file.substr(0, cut) + "x");
    base::ByteWriter out;
    before.save(out);
    LineCleaner after(kRoomy);
    base::ByteReader in(out.bytes());
    after.load(in);
    EXPECT_TRUE(in.ok() && in.at_end());
    for (auto& text : texts_of(after, std::string_view(file).substr(cut))) texts.push_back(text);
    EXPECT_EQ(expected, texts) << "cut at " << cut;
  }
}

TEST(LineCleaner, LoadsNothingFromDamagedBytes) {
  base::ByteWriter out;
  LineCleaner full(kRoomy);
  EXPECT_THAT(texts_of(full, cri(kAt1, "stdout P", "open")), ElementsAre());
  full.save(out);
  for (std::size_t size = 0; size < out.bytes().size(); ++size) {
    LineCleaner cleaner(kRoomy);
    base::ByteReader in(std::string_view(out.bytes()).substr(0, size));
    cleaner.load(in);
    EXPECT_FALSE(in.ok());
    EXPECT_THAT(texts_of(cleaner, "step 8\n"), ElementsAre("step 8"));
  }
}

}  // namespace
}  // namespace steptail::lines
