#include "tail/trail.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "support/mem_file_system.h"

namespace steptail::tail {
namespace {

std::string text_of(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; text.size() < size; ++i) text += std::to_string(i * 7919) + ",";
  text.resize(size);
  return text;
}

// However the bytes are cut and wherever they are folded, the hashes are those of the bytes.
TEST(Trail, DescribesTheBytesBeforeTheFoldedOffset) {
  auto text = text_of(10'000);
  for (std::size_t chunk : {1U, 3U, 100U, 256U, 300U, 5000U, 10'000U}) {
    for (std::size_t lag : {0U, 1U, 200U, 256U}) {
      SCOPED_TRACE(std::to_string(chunk) + " at a time, folded up to " + std::to_string(lag));
      Trail trail;
      for (std::size_t at = 0; at < text.size(); at += chunk) {
        auto bytes = std::string_view(text).substr(at, chunk);
        auto end = at + bytes.size();
        auto folded = end > lag && end - lag > at ? end - lag : trail.folded();
        trail.took(bytes, folded);
        FilePosition position;
        trail.describe(position);
        ASSERT_EQ(folded, position.offset);
        ASSERT_EQ(std::min<std::size_t>(folded, 4096), position.head_length);
        ASSERT_EQ(base::hash64(text.substr(0, position.head_length)), position.head_hash);
        auto window = text.substr(folded - position.window_length, position.window_length);
        ASSERT_EQ(base::hash64(window), position.window_hash);
        ASSERT_EQ(std::min<std::size_t>(folded, 256), position.window_length);
      }
      EXPECT_EQ(text.substr(text.size() - 256), trail.before());
    }
  }
}

TEST(Trail, RecallsWhatACheckpointSaid) {
  support::MemFileSystem fs;
  auto text = text_of(6000);
  fs.append("/f", text);
  for (std::size_t offset : {1U, 255U, 4095U, 4096U, 4097U, 6000U}) {
    SCOPED_TRACE(offset);
    Trail before;
    before.took(std::string_view(text).substr(0, offset), offset);
    FilePosition saved;
    before.describe(saved);
    Trail after(saved);
    ASSERT_TRUE(after.needs_recall());
    FilePosition unread;
    after.describe(unread);
    EXPECT_EQ(saved.head_hash, unread.head_hash);
    auto file = fs.open("/f").value();
    EXPECT_EQ(Content::Same, after.recall(*file).value());
    EXPECT_EQ(before.before(), after.before());
    auto rest = std::string_view(text).substr(offset);
    before.took(rest, 6000);
    after.took(rest, 6000);
    FilePosition a;
    FilePosition b;
    before.describe(a);
    after.describe(b);
    EXPECT_EQ(a.head_hash, b.head_hash);
    EXPECT_EQ(a.window_hash, b.window_hash);
  }
}

TEST(Trail, TellsShorterFromOtherContent) {
  support::MemFileSystem fs;
  auto text = text_of(1000);
  Trail trail;
  trail.took(text, 1000);
  FilePosition saved;
  trail.describe(saved);
  auto content_of = [&](const std::string& now) {
    fs.replace("/f", now);
    auto file = fs.open("/f").value();
    return compare(*file, saved).value();
  };
  EXPECT_EQ(Content::Same, content_of(text + "more"));
  EXPECT_EQ(Content::Shorter, content_of(text.substr(0, 999)));
  EXPECT_EQ(Content::Other, content_of("X" + text.substr(1)));
  auto end_changed = text;
  end_changed.back() = '!';
  EXPECT_EQ(Content::Other, content_of(end_changed));
  EXPECT_EQ(Content::Shorter, content_of(""));
}

}  // namespace
}  // namespace steptail::tail
