#include "web/server.h"

#include <gmock/gmock.h>

#include <thread>

#include "unit/web/server_fixture.h"

namespace steptail::web {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using support::get_head;
using testing::HasSubstr;

using ServerTest = ServerFixture;

TEST_F(ServerTest, AnswersWithLengthDateAndSecurityHeaders) {
  start();
  auto answer = get("/hello");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "hello\n");
  EXPECT_EQ(answer.header("content-length"), "6");
  EXPECT_EQ(answer.header("content-type"), "text/plain; charset=utf-8");
  EXPECT_THAT(answer.header("date"), testing::MatchesRegex("..., [0-9]+ ... [0-9]+ .* GMT"));
  EXPECT_EQ(answer.header("connection"), "");
}

TEST_F(ServerTest, SecurityHeadersStandOnEveryAnswer) {
  start();
  for (const auto& answer :
       {get("/hello"), get("/nothing"), raw("nonsense\r\n\r\n"), raw("GET / HTTP/1.1\r\n\r\n")}) {
    SCOPED_TRACE(answer.status);
    EXPECT_EQ(answer.header("content-security-policy"),
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
              "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    EXPECT_EQ(answer.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(answer.header("referrer-policy"), "no-referrer");
    EXPECT_EQ(answer.header("cross-origin-resource-policy"), "same-origin");
    EXPECT_EQ(answer.header("cache-control"), "no-cache");
    EXPECT_EQ(answer.headers.count("access-control-allow-origin"), 0u);
    EXPECT_EQ(answer.headers.count("server"), 0u);
  }
}

TEST_F(ServerTest, KeepsConnectionsAlive) {
  start();
  auto client = connect();
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(client.send(get_head("/hello")));
    ASSERT_EQ(client.read_answer().body, "hello\n");
  }
}

TEST_F(ServerTest, ClosesWhenTheClientAsksForIt) {
  start();
  auto client = connect();
  client.send(get_head("/hello", "Connection: close\r\n"));
  auto answer = client.read_answer();
  EXPECT_EQ(answer.header("connection"), "close");
  EXPECT_TRUE(client.closes_within());
}

TEST_F(ServerTest, SpeaksHttp10) {
  start();
  auto closing = connect();
  closing.send("GET /hello HTTP/1.0\r\n\r\n");
  auto answer = closing.read_answer();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.header("connection"), "close");
  EXPECT_TRUE(closing.closes_within());

  auto kept = connect();
  for (int i = 0; i < 2; ++i) {
    kept.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    answer = kept.read_answer();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("connection"), "keep-alive");
  }
}

TEST_F(ServerTest, AnswersPipelinedRequestsInOrder) {
  start();
  auto client = connect();
  std::string heads;
  for (int i = 0; i < 500; ++i) heads += get_head("/echo?" + std::to_string(i));
  ASSERT_TRUE(client.send(heads));
  for (int i = 0; i < 500; ++i) ASSERT_EQ(client.read_answer().body, std::to_string(i) + "||");
}

TEST_F(ServerTest, DoesNotReadAClientThatPipelinesWithoutReading) {
  auto options = loopback();
  options.write_timeout = milliseconds(200);
  start(options);
  auto client = connect(4096);
  std::string heads;
  for (int i = 0; i < 100; ++i) heads += get_head("/big");
  client.send(heads);
  EXPECT_TRUE(refused("write_timeout", 1));  // one answer, not a hundred
}

TEST_F(ServerTest, AHeadMayComeByteByByte) {
  start();
  auto client = connect();
  for (char c : get_head("/hello")) ASSERT_TRUE(client.send(std::string_view(&c, 1)));
  EXPECT_EQ(client.read_answer().status, 200);
}

TEST_F(ServerTest, AClientThatEndsItsSideStillGetsItsAnswer) {
  start();
  auto client = connect();
  client.send(get_head("/hello"));
  client.end_sending();
  EXPECT_EQ(client.read_answer().status, 200);
  EXPECT_TRUE(client.closes_within());
}

TEST_F(ServerTest, AnswersHeadLikeGetWithoutTheBody) {
  start();
  auto client = connect();
  for (int i = 0; i < 2; ++i) {
    client.send("HEAD /hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
    auto answer = client.read_answer(true);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("content-length"), "6");
  }
  client.send(get_head("/hello"));
  EXPECT_EQ(client.read_answer().body, "hello\n");
}

TEST_F(ServerTest, SendsLargeBodiesWhole) {
  start();
  auto client = connect();
  client.send(get_head("/big"));
  EXPECT_EQ(client.read_answer().body.size(), kBigBytes);
}

TEST_F(ServerTest, SaysNotModifiedToAClientThatHasTheBody) {
  start();
  auto client = connect();
  client.send(get_head("/tagged", "If-None-Match: W/\"x\", \"tag1\"\r\n"));
  auto answer = client.read_answer(true);
  EXPECT_EQ(answer.status, 304);
  EXPECT_EQ(answer.header("etag"), "\"tag1\"");
  EXPECT_EQ(answer.headers.count("content-length"), 0u);
  client.send(get_head("/tagged", "If-None-Match: \"tag\", \"tag12\"\r\n"));
  EXPECT_EQ(client.read_answer().status, 200);
}

TEST_F(ServerTest, AHandlerThatThrowsIsAnAnswerOf500) {
  start();
  auto client = connect();
  client.send(get_head("/throw"));
  auto answer = client.read_answer();
  EXPECT_EQ(answer.status, 500);
  EXPECT_THAT(answer.body, testing::Not(HasSubstr("luck")));
  client.send(get_head("/hello"));
  EXPECT_EQ(client.read_answer().status, 200);
}

TEST_F(ServerTest, TwoHundredClientsAtOnce) {
  auto options = loopback();
  options.max_requests = 200;
  start(options);
  std::vector<support::HttpClient> clients;
  for (int i = 0; i < 200; ++i) clients.push_back(connect());
  for (int round = 0; round < 3; ++round) {
    for (auto& client : clients) ASSERT_TRUE(client.send(get_head("/hello")));
    for (auto& client : clients) ASSERT_EQ(client.read_answer().body, "hello\n");
  }
  for (const auto& [reason, count] : server_->refused()) EXPECT_EQ(count, 0u) << reason;
}

TEST_F(ServerTest, StopsAtOnceWhenNothingIsUnderWay) {
  start();
  auto idle = connect(), half = connect(), silent = connect();
  idle.send(get_head("/hello"));
  idle.read_answer();
  half.send("GET /hel");
  const auto begin = clock_.mono();
  server_->stop(seconds(100));
  EXPECT_LT(clock_.mono() - begin, seconds(50));
  EXPECT_TRUE(idle.closes_within());
  EXPECT_TRUE(half.closes_within());
  EXPECT_TRUE(silent.closes_within());
  EXPECT_FALSE(connect().connected());
}

TEST_F(ServerTest, FinishesAnswersUnderWayBeforeItStops) {
  start();
  auto client = connect();
  client.send(get_head("/wait"));
  ASSERT_TRUE(barrier_.wait_for(1));
  std::thread stopper([this] { server_->stop(seconds(100)); });
  EXPECT_TRUE(support::eventually(support::kLongEnough, [&] { return !connect().connected(); }));
  barrier_.open();
  auto answer = client.read_answer();
  EXPECT_EQ(answer.body, "waited\n");
  EXPECT_EQ(answer.header("connection"), "close");
  stopper.join();
}

TEST_F(ServerTest, CutsAnswersThatTakeLongerThanTheGrace) {
  start();
  auto client = connect(4096);
  client.send(get_head("/big"));
  ASSERT_TRUE(client.readable(support::kLongEnough));
  server_->stop(milliseconds(20));
  EXPECT_LT(client.read_all().size(), kBigBytes);
}

TEST_F(ServerTest, CanBeStoppedTwiceOrNeverStarted) {
  start();
  server_->stop(milliseconds(0));
  server_->stop(milliseconds(0));
  Server never(
      loopback(), [](const Request&) { return Response(); }, nullptr);
  EXPECT_TRUE(never.bound_addresses().empty());
}

}  // namespace
}  // namespace steptail::web
