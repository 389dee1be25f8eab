#include "web/request_head.h"

#include <gtest/gtest.h>

namespace steptail::web {
namespace {

std::string head(std::string_view request_line, std::string_view headers = "Host: x\r\n") {
  return std::string(request_line) + "\r\n" + std::string(headers) + "\r\n";
}

TEST(RequestHead, TakesAHeadApart) {
  auto parsed = parse_request_head(
      head("GET /a%20b/c?x=1%20&y HTTP/1.1",
           "Host: Machine:80\r\nAccept: text/plain\r\nACCEPT: text/html;q=0.5\r\n"
           "Accept-Encoding: gzip\r\nAuthorization: Basic eDp5\r\nIf-None-Match: \"a\"\r\n"));
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->method, Method::Get);
  EXPECT_EQ(parsed->path, "/a b/c");
  EXPECT_EQ(parsed->query, "x=1%20&y");
  EXPECT_EQ(parsed->host, "Machine:80");
  EXPECT_EQ(parsed->accept, "text/plain, text/html;q=0.5");
  EXPECT_EQ(parsed->accept_encoding, "gzip");
  EXPECT_EQ(parsed->authorization, "Basic eDp5");
  EXPECT_EQ(parsed->if_none_match, "\"a\"");
  EXPECT_TRUE(parsed->keep_alive);
  EXPECT_TRUE(parsed->http_1_1);
}

struct Good {
  const char* name;
  std::string head;
  Method method;
  const char* path;
  const char* host;
  bool keep_alive;
};

TEST(RequestHead, TakesWhatTheStandardAllows) {
  const Good cases[] = {
      {"HEAD", head("HEAD / HTTP/1.1"), Method::Head, "/", "x", true},
      {"close", head("GET / HTTP/1.1", "Host: x\r\nConnection: foo, Close\r\n"), Method::Get, "/",
       "x", false},
      {"HTTP/1.0", head("GET / HTTP/1.0", ""), Method::Get, "/", "", false},
      {"HTTP/1.0 kept alive", head("GET / HTTP/1.0", "Connection: keep-alive\r\n"), Method::Get,
       "/", "", true},
      {"no body, said twice",
       head("GET / HTTP/1.1", "Host: x\r\nContent-Length: 0\r\nContent-Length: 0\r\n"), Method::Get,
       "/", "x", true},
      {"absolute target", head("GET http://other/p?q HTTP/1.1"), Method::Get, "/p", "other", true},
      {"absolute target without a path", head("GET HTTP://other HTTP/1.1"), Method::Get, "/",
       "other", true},
      {"an empty Host", head("GET / HTTP/1.1", "Host:\r\n"), Method::Get, "/", "", true},
      {"a path of bytes", head("GET /%ff%00 HTTP/1.1"), Method::Get, nullptr, "x", true},
      {"POST", head("POST / HTTP/1.1"), Method::Other, "", "x", true},
      {"OPTIONS *", head("OPTIONS * HTTP/1.1"), Method::Other, "", "x", true},
      {"CONNECT", head("CONNECT a:80 HTTP/1.1"), Method::Other, "", "x", true},
      {"a method that nobody knows", head("BREW / HTTP/1.1"), Method::Other, "", "x", true},
      {"get in lower case is another method", head("get / HTTP/1.1"), Method::Other, "", "x", true},
  };
  for (const Good& c : cases) {
    SCOPED_TRACE(c.name);
    auto parsed = parse_request_head(c.head);
    ASSERT_TRUE(parsed) << parsed.error().detail;
    EXPECT_EQ(parsed->method, c.method);
    if (c.path != nullptr) {
      EXPECT_EQ(parsed->path, c.path);
    }
    EXPECT_EQ(parsed->host, c.host);
    EXPECT_EQ(parsed->keep_alive, c.keep_alive);
  }
}

struct Bad {
  const char* name;
  std::string head;
  RefusalReason reason = RefusalReason::Malformed;
};

TEST(RequestHead, RefusesWhatIsMalformedOrHasABody) {
  const Bad cases[] = {
      {"no Host", head("GET / HTTP/1.1", "")},
      {"two Hosts", head("GET / HTTP/1.1", "Host: x\r\nHost: x\r\n")},
      {"a header without a colon", head("GET / HTTP/1.1", "Host: x\r\nnonsense\r\n")},
      {"a blank before the colon", head("GET / HTTP/1.1", "Host: x\r\nA : b\r\n")},
      {"a control character", head("GET / HTTP/1.1", "Host: x\r\nA: b\x01\r\n")},
      {"two blanks", head("GET  / HTTP/1.1")},
      {"a blank in the path", head("GET /a b HTTP/1.1")},
      {"no path", head("GET HTTP/1.1")},
      {"a path without a slash", head("GET metrics HTTP/1.1")},
      {"* of GET", head("GET * HTTP/1.1")},
      {"half an escape", head("GET /a%2 HTTP/1.1")},
      {"no escape", head("GET /a%zz HTTP/1.1")},
      {"a strange scheme", head("GET ftp://x/ HTTP/1.1")},
      {"a method with a slash", head("G/T / HTTP/1.1")},
      {"a raw byte in the path", head("GET /\xff\x01 HTTP/1.1")},
      {"a negative length", head("GET / HTTP/1.1", "Host: x\r\nContent-Length: -1\r\n")},
      {"a signed length", head("GET / HTTP/1.1", "Host: x\r\nContent-Length: +0\r\n")},
      {"no length", head("GET / HTTP/1.1", "Host: x\r\nContent-Length:\r\n")},
      {"a hexadecimal length", head("GET / HTTP/1.1", "Host: x\r\nContent-Length: 0x5\r\n")},
      {"a huge length",
       head("GET / HTTP/1.1", "Host: x\r\nContent-Length: 99999999999999999999999\r\n")},
      {"two lengths",
       head("GET / HTTP/1.1", "Host: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n")},
      {"two lengths in one", head("GET / HTTP/1.1", "Host: x\r\nContent-Length: 0, 5\r\n")},
      {"length and chunks",
       head("POST / HTTP/1.1", "Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n")},
      {"chunks and length",
       head("POST / HTTP/1.1", "Host: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n")},
      {"chunks twice",
       head("GET / HTTP/1.1",
            "Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n")},
      {"a body", head("GET / HTTP/1.1", "Host: x\r\nContent-Length: 5\r\n"), RefusalReason::Body},
      {"a body of POST", head("POST / HTTP/1.1", "Host: x\r\nContent-Length: 1073741824\r\n"),
       RefusalReason::Body},
      {"chunks", head("GET / HTTP/1.1", "Host: x\r\nTransfer-Encoding: chunked\r\n"),
       RefusalReason::Body},
      {"chunks in disguise", head("GET / HTTP/1.1", "Host: x\r\nTransfer-Encoding: xchunked\r\n"),
       RefusalReason::Body},
      {"gzip", head("GET / HTTP/1.1", "Host: x\r\nTransfer-Encoding: gzip\r\n"),
       RefusalReason::Body},
  };
  for (const Bad& c : cases) {
    SCOPED_TRACE(c.name);
    auto parsed = parse_request_head(c.head);
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().status, 400);
    EXPECT_EQ(parsed.error().reason, c.reason);
  }
}

}  // namespace
}  // namespace steptail::web
