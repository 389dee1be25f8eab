#include "lines/line_splitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace steptail::lines {

struct Cut {
  std::string bytes;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool truncated = false;
  bool by_cr = false;

  bool operator==(const Cut&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Cut& cut) {
    return out << '"' << cut.bytes << "\" " << cut.begin << ".." << cut.end
               << (cut.truncated ? " truncated" : "") << (cut.by_cr ? " by CR" : "");
  }
};

namespace {

using testing::ElementsAre;

constexpr std::size_t kRoomy = 64 * 1024;

LineSplitter::Sink into(std::vector<Cut>& cuts) {
  return [&cuts](const RawLine& line) {
    cuts.push_back({std::string(line.bytes), line.begin, line.end, line.truncated, line.by_cr});
  };
}

Cut bar(std::string bytes, std::uint64_t begin, std::uint64_t end) {
  return {.bytes = std::move(bytes), .begin = begin, .end = end, .by_cr = true};
}

std::vector<Cut> split(const std::vector<std::string_view>& chunks, std::size_t max_bytes = kRoomy,
                       std::uint64_t offset = 0) {
  std::vector<Cut> cuts;
  LineSplitter splitter(max_bytes, offset);
  for (auto chunk : chunks) splitter.feed(chunk, into(cuts));
  splitter.finish(into(cuts));
  return cuts;
}

// The definition, byte by byte: what the splitter must agree with.
std::vector<Cut> split_slowly(std::string_view text, std::size_t max_bytes) {
  std::vector<Cut> cuts;
  std::size_t begin = 0;
  const auto cut = [&](std::size_t stop, std::size_t end) {
    const auto line = text.substr(begin, stop - begin);
    const bool by_cr = end > stop && text[end - 1] == '\r';
    cuts.push_back(
        {std::string(line.substr(0, max_bytes)), begin, end, line.size() > max_bytes, by_cr});
    begin = end;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      cut(i, i + 1);
    } else if (text[i] == '\r') {
      const bool two = i + 1 < text.size() && text[i + 1] == '\n';
      cut(i, i + (two ? 2 : 1));
      if (two) ++i;
    }
  }
  if (begin < text.size()) cut(text.size(), text.size());
  return cuts;
}

// Every text of up to `length` bytes over the bytes that matter.
std::vector<std::string> all_texts(std::size_t length) {
  std::vector<std::string> texts{""};
  for (std::size_t from = 0, n = 0; n < length; ++n) {
    const std::size_t to = texts.size();
    for (; from < to; ++from) {
      for (char c : {'a', '\r', '\n'}) texts.push_back(texts[from] + c);
    }
  }
  return texts;
}

std::vector<std::string_view> chunks_of(std::string_view text, unsigned cuts) {
  std::vector<std::string_view> chunks;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= text.size(); ++i) {
    if (i < text.size() && (cuts >> (i - 1) & 1U) == 0) continue;
    chunks.push_back(text.substr(begin, i - begin));
    begin = i;
  }
  return chunks;
}

TEST(LineSplitter, EndsLinesAtLfCrLfAndLoneCr) {
  EXPECT_THAT(
      split({"lf\ncrlf\r\nbar\rlast"}),
      ElementsAre(Cut{"lf", 0, 3}, Cut{"crlf", 3, 9}, bar("bar", 9, 13), Cut{"last", 13, 17}));
}

TEST(LineSplitter, PassesOverTheZerosThatALineBeginsWith) {
  const std::string zeros(10, '\0');
  EXPECT_THAT(split({zeros + "a\n" + zeros + "\n", zeros, zeros + "b", "\n"}, 4),
              ElementsAre(Cut{"a", 0, 12}, Cut{"", 12, 23}, Cut{"b", 23, 45}));
}

TEST(LineSplitter, PassesOverAHole) {
  std::vector<Cut> cuts;
  LineSplitter splitter(kRoomy);
  splitter.feed(std::string("a\n") + '\0', into(cuts));
  splitter.pass_over(1000);
  EXPECT_EQ(2U, splitter.safe_offset());
  splitter.feed(std::string_view("b\n"), into(cuts));
  EXPECT_THAT(cuts, ElementsAre(Cut{"a", 0, 2}, Cut{"b", 2, 1005}));
}

TEST(LineSplitter, GivesEmptyLinesToo) {
  EXPECT_THAT(split({"\n\r\n\r\r\n"}),
              ElementsAre(Cut{"", 0, 1}, Cut{"", 1, 3}, bar("", 3, 4), Cut{"", 4, 6}));
}

TEST(LineSplitter, TakesLfCrAsTwoEnds) {
  EXPECT_THAT(split({"a\n\rb\n"}), ElementsAre(Cut{"a", 0, 2}, bar("", 2, 3), Cut{"b", 3, 5}));
}

TEST(LineSplitter, CountsOffsetsFromWhereItStarts) {
  EXPECT_THAT(split({"x\ny\n"}, kRoomy, 1'000'000'000'000),
              ElementsAre(Cut{"x", 1'000'000'000'000, 1'000'000'000'002},
                          Cut{"y", 1'000'000'000'002, 1'000'000'000'004}));
}

TEST(LineSplitter, HoldsAnUnfinishedLineAcrossChunks) {
  std::vector<Cut> cuts;
  LineSplitter splitter(kRoomy);
  splitter.feed(std::string_view("step 1"), into(cuts));
  splitter.feed(std::string_view("2 loss"), into(cuts));
  EXPECT_THAT(cuts, ElementsAre());
  EXPECT_EQ(0U, splitter.safe_offset());
  EXPECT_EQ(12U, splitter.offset());
  splitter.feed(std::string_view("\nst"), into(cuts));
  EXPECT_THAT(cuts, ElementsAre(Cut{"step 12 loss", 0, 13}));
  EXPECT_EQ(13U, splitter.safe_offset());
  EXPECT_EQ(15U, splitter.offset());
}

TEST(LineSplitter, WaitsForTheByteAfterACrAtTheEndOfAChunk) {
  std::vector<Cut> cuts;
  LineSplitter splitter(kRoomy);
  splitter.feed(std::string_view("10%\r"), into(cuts));
  EXPECT_THAT(cuts, ElementsAre());
  EXPECT_EQ(0U, splitter.safe_offset());
  splitter.feed(std::string_view("20%\r"), into(cuts));
  EXPECT_THAT(cuts, ElementsAre(bar("10%", 0, 4)));
  EXPECT_EQ(4U, splitter.safe_offset());
  splitter.feed(std::string_view("\n"), into(cuts));
  EXPECT_THAT(cuts, ElementsAre(bar("10%", 0, 4), Cut{"20%", 4, 9}));
  EXPECT_EQ(9U, splitter.safe_offset());
}

TEST(LineSplitter, DoesNotCopyALineWithinAChunk) {
  const std::string chunk = "one\ntwo\r\n";
  std::vector<const char*> begins;
  LineSplitter splitter(kRoomy);
  splitter.feed(chunk, [&](const RawLine& line) { begins.push_back(line.bytes.data()); });
  EXPECT_THAT(begins, ElementsAre(chunk.data(), chunk.data() + 4));
}

TEST(LineSplitter, CutsALongLineOnceAndPassesOverItsRest) {
  std::vector<Cut> cuts;
  LineSplitter splitter(4);
  splitter.feed(std::string_view("abcdef"), into(cuts));
  for (int i = 0; i < 1000; ++i) splitter.feed(std::string_view("0123456789"), into(cuts));
  splitter.feed(std::string_view("\r\nabcd\nabcde\n"), into(cuts));
  EXPECT_THAT(cuts, ElementsAre(Cut{"abcd", 0, 10008, true}, Cut{"abcd", 10008, 10013},
                                Cut{"abcd", 10013, 10019, true}));
}

TEST(LineSplitter, FinishMakesALineOfWhatIsLeftAndOnlyOnce) {
  std::vector<Cut> cuts;
  LineSplitter splitter(kRoomy);
  splitter.finish(into(cuts));
  splitter.feed(std::string_view("end\r"), into(cuts));
  splitter.finish(into(cuts));
  splitter.finish(into(cuts));
  EXPECT_THAT(cuts, ElementsAre(bar("end", 0, 4)));
  EXPECT_EQ(4U, splitter.safe_offset());
}

TEST(LineSplitter, GoesOnAfterFinish) {
  std::vector<Cut> cuts;
  LineSplitter splitter(3);
  splitter.feed(std::string_view("long one\r"), into(cuts));
  splitter.finish(into(cuts));
  splitter.feed(std::string_view("\nb\n"), into(cuts));
  EXPECT_THAT(cuts, ElementsAre(Cut{"lon", 0, 9, true, true}, Cut{"", 9, 10}, Cut{"b", 10, 12}));
}

TEST(LineSplitter, RestartForgetsTheUnfinishedLineAndSaysHowMuchItHeld) {
  std::vector<Cut> cuts;
  LineSplitter splitter(4);
  splitter.feed(std::string_view("a\nunfinished\r"), into(cuts));
  EXPECT_EQ(11U, splitter.restart(500));
  EXPECT_EQ(500U, splitter.offset());
  EXPECT_EQ(500U, splitter.safe_offset());
  EXPECT_EQ(0U, splitter.restart(500));
  splitter.feed(std::string_view("\nb\n"), into(cuts));
  EXPECT_THAT(cuts, ElementsAre(Cut{"a", 0, 2}, Cut{"", 500, 501}, Cut{"b", 501, 503}));
}

TEST(LineSplitter, GivesTheSameLinesHoweverTheBytesAreChunked) {
  for (const std::string& text : all_texts(6)) {
    const auto expected = split_slowly(text, 2);
    for (unsigned cuts = 0; cuts < 1U << std::max<std::size_t>(text.size(), 1) >> 1; ++cuts) {
      ASSERT_EQ(expected, split(chunks_of(text, cuts), 2)) << testing::PrintToString(text) << cuts;
    }
  }
}

TEST(LineSplitter, ARestartAtTheSafeOffsetGivesTheSameRestWhereverTheCutFalls) {
  for (const std::string& text : all_texts(6)) {
    const auto expected = split_slowly(text, 2);
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
      std::vector<Cut> cuts;
      LineSplitter before(2);
      before.feed(std::string_view(text).substr(0, cut), into(cuts));
      LineSplitter after(2, before.safe_offset());
      after.feed(std::string_view(text).substr(before.safe_offset()), into(cuts));
      after.finish(into(cuts));
      ASSERT_EQ(expected, cuts) << testing::PrintToString(text) << " cut at " << cut;
    }
  }
}

}  // namespace
}  // namespace steptail::lines
