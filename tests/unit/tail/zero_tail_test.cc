#include "tail/zero_tail.h"

#include <gtest/gtest.h>

#include "follower_fixture.h"

namespace steptail::tail {
namespace {

std::size_t believed(ZeroTail& tail, std::string_view bytes, std::uint64_t offset,
                     base::MonoTime now) {
  return tail.believable({bytes.data(), bytes.size()}, offset, now).size();
}

TEST(ZeroTail, BelievesZerosAtTheEndOnlyAfterAWhile) {
  using namespace std::string_view_literals;
  ZeroTail tail;
  base::MonoTime start{100s};
  EXPECT_EQ(3U, believed(tail, "ab\n"sv, 0, start));
  EXPECT_EQ(3U, believed(tail, "ab\n\0\0"sv, 0, start));
  EXPECT_EQ(0U, believed(tail, "\0\0"sv, 3, start + 29s));
  EXPECT_EQ(0U, believed(tail, "\0\0\0\0"sv, 3, start + 29s));
  EXPECT_EQ(4U, believed(tail, "\0\0\0\0"sv, 3, start + 30s));
  EXPECT_EQ(0U, believed(tail, "\0"sv, 7, start + 31s));
  EXPECT_EQ(2U, believed(tail, "\0a"sv, 7, start + 32s));
}

TEST_F(FollowerTest, WaitsForBytesThatComeAfterTheSizeOnANetworkMount) {
  append("a\n");
  fs_.set_lagging(kPath);
  EXPECT_EQ("a\n", pump());
  append(std::string(4, '\0'));
  EXPECT_EQ("", pump());
  EXPECT_EQ(4U, outcome_.lag_bytes);
  EXPECT_GT(outcome_.wake, 0s);
  fs_.overwrite(kPath, 2, "b\n");
  EXPECT_EQ("b\n", pump());
  fs_.overwrite(kPath, 4, "c\n");
  append("d\n");
  EXPECT_EQ("c\nd\n", pump());
}

TEST_F(FollowerTest, TakesZerosThatStay) {
  append("a\n");
  fs_.set_lagging(kPath);
  pump();
  append(std::string(4, '\0'));
  EXPECT_EQ("", pump_for(20s));
  append("b\n");
  EXPECT_EQ(std::string(4, '\0') + "b\n", pump());
  append(std::string(2, '\0'));
  pump_for(31s);
  EXPECT_EQ(0U, outcome_.lag_bytes);
}

TEST_F(FollowerTest, TakesZerosOfALocalFileAtOnce) {
  append(std::string(4, '\0') + "\n");
  EXPECT_EQ(std::string(4, '\0') + "\n", pump());
  append(std::string(4, '\0'));
  pump();
  EXPECT_EQ(0U, outcome_.lag_bytes);
}

}  // namespace
}  // namespace steptail::tail
