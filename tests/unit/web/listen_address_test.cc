#include "web/listen_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace steptail::web {
namespace {

TEST(ListenAddress, ReadsEveryForm) {
  EXPECT_EQ(parse_listen_address("127.0.0.1:10480"), (ListenAddress{"127.0.0.1", 10480}));
  EXPECT_EQ(parse_listen_address("[::1]:0"), (ListenAddress{"::1", 0}));
  EXPECT_EQ(parse_listen_address(":65535"), (ListenAddress{"", 65535}));
  EXPECT_EQ(parse_listen_address("localhost:80"), (ListenAddress{"localhost", 80}));
}

TEST(ListenAddress, RefusesTheOthersByName) {
  for (const char* text : {"", "127.0.0.1", "localhost:", "localhost:http", "localhost:65536",
                           "localhost:-1", "localhost: 80", "::1:80", "[::1:80", "[]:80",
                           "[localhost]:80", "http://localhost:80", "local/host:80"}) {
    SCOPED_TRACE(text);
    auto parsed = parse_listen_address(text);
    ASSERT_FALSE(parsed);
    EXPECT_THAT(parsed.error().message, testing::HasSubstr(text));
  }
}

TEST(ListenAddress, IsWrittenAsItIsRead) {
  EXPECT_EQ(address_text("127.0.0.1", 80), "127.0.0.1:80");
  EXPECT_EQ(address_text("::1", 80), "[::1]:80");
}

}  // namespace
}  // namespace steptail::web
