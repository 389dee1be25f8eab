#include "web/head_scanner.h"

#include <gtest/gtest.h>

#include <string>

namespace steptail::web {
namespace {

using State = HeadScanner::State;

struct Case {
  const char* name;
  std::string bytes;
  State state;
  std::size_t at;  // after how many bytes it is known
};

const Case kCases[] = {
    {"nothing", "", State::Incomplete, 0},
    {"a whole head", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", State::Complete, 27},
    {"HTTP/1.0 without headers", "GET / HTTP/1.0\r\n\r\n", State::Complete, 18},
    {"the next request behind it", "GET / HTTP/1.0\r\n\r\nGET", State::Complete, 18},
    {"one empty line in front", "\r\nGET / HTTP/1.0\r\n\r\n", State::Complete, 20},
    {"two empty lines in front", "\r\n\r\nGET / HTTP/1.0\r\n\r\n", State::Malformed, 4},
    {"HTTP/0.9", "GET /\r\n", State::Malformed, 7},
    {"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", State::Malformed, 16},
    {"HTTP/1.2", "GET / HTTP/1.2\r\n", State::Malformed, 16},
    {"TLS", "\x16\x03\x01\x02", State::Malformed, 1},
    {"a blank in front", " GET / HTTP/1.1\r\n", State::Malformed, 1},
    {"a bare LF", "GET / HTTP/1.1\nHost: x\n\n", State::Malformed, 15},
    {"a bare LF later", "GET / HTTP/1.1\r\nHost: x\n", State::Malformed, 24},
    {"a bare CR", "GET / HTTP/1.1\rX", State::Malformed, 16},
    {"two CR", "GET / HTTP/1.1\r\r\n", State::Malformed, 16},
    {"a NUL", std::string("GET / HTTP/1.1\r\nA: \0", 20), State::Malformed, 20},
    {"a folded line", "GET / HTTP/1.1\r\nA: b\r\n c", State::Malformed, 23},
    {"a line folded by a tab", "GET / HTTP/1.1\r\nA: b\r\n\tc", State::Malformed, 23},
    {"an LF first", "\nGET / HTTP/1.1\r\n", State::Malformed, 1},
    {"half a head", "GET / HTTP/1.1\r\nHost: x\r\n\r", State::Incomplete, 26},
};

TEST(HeadScanner, KnowsWhatAHeadIsAndSaysSoAtTheFirstByteThatDecides) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    HeadScanner scanner;
    State state = State::Incomplete;
    std::size_t at = 0;
    while (state == State::Incomplete && at < c.bytes.size()) {
      state = scanner.feed(std::string_view(c.bytes).substr(0, ++at));
    }
    EXPECT_EQ(state, c.state);
    EXPECT_EQ(at, c.at);
    if (state == State::Complete) {
      EXPECT_EQ(scanner.end(), at);
    }
  }
}

TEST(HeadScanner, GivesTheSameAnswerInOnePiece) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    HeadScanner scanner;
    EXPECT_EQ(scanner.feed(c.bytes), c.state);
    if (c.state == State::Complete) {
      EXPECT_EQ(scanner.end(), c.at);
    }
  }
}

TEST(HeadScanner, LeavesTheEmptyLineInFrontOut) {
  HeadScanner scanner;
  std::string bytes = "\r\nGET / HTTP/1.0\r\n\r\n";
  scanner.feed(bytes);
  EXPECT_EQ(bytes.substr(scanner.begin(), scanner.end() - scanner.begin()),
            "GET / HTTP/1.0\r\n\r\n");
}

}  // namespace
}  // namespace steptail::web
