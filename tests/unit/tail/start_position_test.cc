#include "tail/start_position.h"

#include <gtest/gtest.h>

namespace steptail::tail {
namespace {

struct Case {
  const char* name;
  std::optional<std::uint64_t> saved;
  std::uint64_t size;
  Content content;
  Start expected;
};

const Case kCases[] = {
    {"never seen", std::nullopt, 100, Content::Same, {.offset = 0}},
    {"grown", 50, 100, Content::Same, {.offset = 50}},
    {"unchanged", 100, 100, Content::Same, {.offset = 100}},
    {"nothing read yet", 0, 100, Content::Same, {.offset = 0}},
    {"shrunk", 101, 100, Content::Same, {.offset = 0, .restart = Restart::Truncated}},
    {"shrunk, other bytes", 101, 100, Content::Other, {.offset = 0, .restart = Restart::Truncated}},
    {"shrunk while it was read", 50, 100, Content::Shorter, {.restart = Restart::Truncated}},
    {"other bytes", 50, 100, Content::Other, {.offset = 0, .restart = Restart::Rewritten}},
};

TEST(StartPosition, DecidesWhereReadingBegins) {
  for (const auto& c : kCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(c.expected, start_position(c.saved, c.size, c.content));
  }
}

}  // namespace
}  // namespace steptail::tail
