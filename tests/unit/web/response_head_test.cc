#include "web/response_head.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace steptail::web {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(ResponseHead, IsWrittenByTheBook) {
  Response response = text_response(200, "12345");
  response.gzip = true;
  response.etag = "abc";
  response.vary = "Accept";
  response.headers.emplace_back("Retry-After", "1");
  std::string head =
      render_head(response, {.close = true,
                             .say_keep_alive = true,
                             .date = base::WallTime(std::chrono::seconds(784111777))});
  EXPECT_THAT(head, StartsWith("HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nContent-Length: 5\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nContent-Encoding: gzip\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nETag: \"abc\"\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nVary: Accept\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nRetry-After: 1\r\n"));
  EXPECT_THAT(head, HasSubstr("\r\nConnection: close\r\n"));
  EXPECT_THAT(head, Not(HasSubstr("keep-alive")));
  EXPECT_THAT(head, EndsWith("\r\n\r\n"));
}

TEST(ResponseHead, AnEmptyBodyHasALengthToo) {
  EXPECT_THAT(render_head(Response{}, {}), HasSubstr("\r\nContent-Length: 0\r\n"));
}

TEST(ResponseHead, AValueCannotBeginALineOfItsOwn) {
  Response response;
  response.headers.emplace_back("Location", "/x\r\nSet-Cookie: a=b");
  EXPECT_THAT(render_head(response, {}), Not(HasSubstr("\nSet-Cookie")));
}

TEST(ResponseHead, KnowsWhatAClientHas) {
  Response response = text_response(200, "x");
  EXPECT_FALSE(not_modified(response, "*"));  // it has no tag
  response.etag = "abc";
  EXPECT_TRUE(not_modified(response, "*"));
  EXPECT_TRUE(not_modified(response, "\"abc\""));
  EXPECT_TRUE(not_modified(response, "W/\"abc\""));
  EXPECT_TRUE(not_modified(response, "\"x\",\"abc\" , \"y\""));
  EXPECT_FALSE(not_modified(response, ""));
  EXPECT_FALSE(not_modified(response, "abc"));
  EXPECT_FALSE(not_modified(response, "\"abcd\""));
  response.status = 503;
  EXPECT_FALSE(not_modified(response, "\"abc\""));
}

}  // namespace
}  // namespace steptail::web
