#include "lines/terminal_text.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>

namespace steptail::lines {
namespace {

using namespace std::string_view_literals;

struct Case {
  std::string_view name;
  std::string_view bytes;
  std::string_view expected;
};

constexpr Case kCases[] = {
    {"colour", "\x1b[36mstep: 4\x1b[0m loss"sv, "step: 4 loss"sv},
    {"24-bit colour", "\x1b[38;2;255;0;10mlr\x1b[m"sv, "lr"sv},
    {"colon parameters", "\x1b[38:5:208mx"sv, "x"sv},
    {"between key and number", "loss:\x1b[32m 7.25\x1b[39m\x1b[K"sv, "loss: 7.25"sv},
    {"cursor up and erase", "\x1b[A\x1b[2K 3%|"sv, " 3%|"sv},
    {"private mode", "\x1b[?25lepoch 1\x1b[?25h"sv, "epoch 1"sv},
    {"title ended by BEL", "\x1b]0;train\x07go"sv, "go"sv},
    {"link ended by ST", "\x1b]8;;http://h/\x1b\\log\x1b]8;;\x1b\\"sv, "log"sv},
    {"device control string", "\x1bPq#0\x1b\\x"sv, "x"sv},
    {"character set", "\x1b(Bplain"sv, "plain"sv},
    {"save and restore cursor", "\x1b\x37x\x1b\x38"sv, "x"sv},
    {"ESC at the end", "x\x1b"sv, "x"sv},
    {"control sequence cut at the end", "x\x1b[38;5"sv, "x"sv},
    {"control sequence cut by a letter of another alphabet", "\x1b[1\xC3\xA9"sv, "\xC3\xA9"sv},
    {"control sequence cut by another", "\x1b[1\x1b[0mx"sv, "x"sv},
    {"string without an end keeps what follows", "\x1b]0;step 5"sv, "0;step 5"sv},
    {"string cut by another sequence", "\x1b]0;t\x1b[1mx"sv, "x"sv},
    {"NULs of a hole", "\0\0\0step 9\0\0"sv, "step 9"sv},
    {"NUL within", "lo\0ss"sv, "loss"sv},
    {"backspaces before a redraw", "\b\b\b\b\b 12/50 loss: 1"sv, " 12/50 loss: 1"sv},
    {"backspaces at the end", " 12/50 loss: 1\b\b\b\b"sv, " 12/50 loss: 1"sv},
    {"older drawings give way", "1/9\b\b\b2/9\b\b\b3/9"sv, "3/9"sv},
    {"a drawing of blanks shows nothing", "2/9\b\b\b   \b\b\b"sv, "2/9"sv},
    {"a drawing of blanks between two", "1/9\b\b   \b\b2/9"sv, "2/9"sv},
    {"only backspaces", "\b\b\b"sv, ""sv},
    {"backspaces and colours", "\b\b\x1b[1m4/9\x1b[0m\b\b"sv, "4/9"sv},
    {"only blanks are left as they are", "\x1b[K   "sv, "   "sv},
    {"tabs and other controls stay", "a\tb\x07"sv, "a\tb\x07"sv},
    {"empty", ""sv, ""sv},
};

TEST(PlainText, IsWhatAPersonWouldRead) {
  for (const Case& c : kCases) {
    std::string scratch = "left over";
    EXPECT_EQ(c.expected, plain_text(c.bytes, scratch)) << c.name;
  }
}

TEST(PlainText, DoesNotCopyPlainBytes) {
  constexpr std::string_view kBytes = "iteration 7 | \tloss 2.5 | \xE2\x96\x8E \r";
  std::string scratch;
  EXPECT_EQ(kBytes.data(), plain_text(kBytes, scratch).data());
  EXPECT_TRUE(scratch.empty());
}

TEST(PlainText, FindsTheOnlySpecialByteWhereverItStands) {
  for (std::size_t size = 1; size < 70; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      std::string bytes(size, 'x');
      bytes[at] = '\0';
      std::string scratch;
      ASSERT_EQ(std::string(size - 1, 'x'), plain_text(bytes, scratch)) << at << " of " << size;
    }
  }
}

// Quadratic work would take many seconds.
TEST(PlainText, TakesLinearTimeForUnfinishedSequences) {
  constexpr int kCount = 50'000;
  for (std::string_view piece : {"\x1b]"sv, "\x1bP"sv, "\x1b["sv, "\x1b"sv, "\b "sv, "x\b"sv}) {
    std::string bytes;
    for (int i = 0; i < kCount; ++i) bytes += piece;
    std::string scratch;
    EXPECT_LE(plain_text(bytes, scratch).size(), bytes.size());
  }
}

}  // namespace
}  // namespace steptail::lines
