#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/block_pipe.h"
#include "daemon/read_ahead.h"
#include "daemon/write_behind.h"

namespace steptail::daemon {
namespace {

// A text so long that every block goes round more than once.
std::string long_text() {
  std::string text;
  for (int i = 0; text.size() < std::size_t{5} * 1024 * 1024; ++i) text += std::to_string(i) + "\n";
  return text;
}

ReadAhead::Read reader_of(const std::string& text) {
  return [&text, at = std::size_t{0}](std::span<char> out) mutable -> base::Result<std::size_t> {
    const std::size_t count = text.copy(out.data(), out.size(), at);
    at += count;
    return count;
  };
}

TEST(ReadAhead, GivesAllBytesInOrderThenTheEnd) {
  const std::string text = long_text();
  auto started = ReadAhead::start(reader_of(text));
  ASSERT_TRUE(started);
  ReadAhead& ahead = **started;
  std::string read;
  for (auto bytes = ahead.next(); bytes && !bytes->empty(); bytes = ahead.next()) read += *bytes;
  EXPECT_TRUE(read == text);
  EXPECT_TRUE(ahead.next().value().empty());
}

TEST(ReadAhead, GivesAnErrorBehindTheBytesThatCameBeforeIt) {
  int calls = 0;
  auto started = ReadAhead::start([&](std::span<char> out) -> base::Result<std::size_t> {
    if (calls++ > 0) return base::fail("torn");
    out[0] = 'x';
    return 1;
  });
  ASSERT_TRUE(started);
  ReadAhead& ahead = **started;
  EXPECT_EQ("x", ahead.next().value());
  EXPECT_EQ("torn", ahead.next().error().message);
  EXPECT_EQ("torn", ahead.next().error().message);
  EXPECT_EQ(2, calls);
}

TEST(ReadAhead, EndsWhenNobodyWantsTheRest) {
  std::atomic<int> calls = 0;
  {
    auto started = ReadAhead::start([&](std::span<char> out) -> base::Result<std::size_t> {
      ++calls;
      return out.size();
    });
    ASSERT_TRUE(started);
    EXPECT_FALSE((*started)->next().value().empty());
  }
  EXPECT_LT(calls, 20);
}

TEST(WriteBehind, WritesAllBlocksInOrder) {
  const std::string text = long_text();
  std::string written;
  auto started = WriteBehind::start([&](std::span<const char> bytes) -> base::Result<void> {
    written.append(bytes.data(), bytes.size());
    return {};
  });
  ASSERT_TRUE(started);
  WriteBehind& behind = **started;
  base::ByteBlock block;
  constexpr std::size_t kBytes = 100'000;
  for (std::size_t at = 0; at < text.size(); at += kBytes) {
    block.room.resize(kBytes);
    block.used = text.copy(block.room.data(), kBytes, at);
    ASSERT_TRUE(behind.write(block));
    EXPECT_EQ(0U, block.used);
  }
  ASSERT_TRUE(behind.finish());
  EXPECT_TRUE(written == text);
}

TEST(WriteBehind, SaysAnErrorAtTheEndAtTheLatestAndWritesNoMore) {
  int calls = 0;
  auto started = WriteBehind::start([&](std::span<const char>) -> base::Result<void> {
    ++calls;
    return base::fail("the disk is full");
  });
  ASSERT_TRUE(started);
  WriteBehind& behind = **started;
  base::ByteBlock block{.room = {'x'}, .used = 1};
  bool refused = false;
  for (int i = 0; i < 100 && !refused; ++i) {
    block.used = 1;
    block.room.resize(1);
    auto written = behind.write(block);
    refused = !written;
  }
  EXPECT_TRUE(refused);
  EXPECT_EQ("the disk is full", behind.finish().error().message);
  EXPECT_EQ(1, calls);
}

}  // namespace
}  // namespace steptail::daemon
