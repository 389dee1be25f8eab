#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "unit/web/server_fixture.h"

namespace steptail::web {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using support::get_head;

class ServerBoundsTest : public ServerFixture {
 protected:
  static std::string head_of(std::size_t bytes) {
    const std::string begin = "GET /hello HTTP/1.1\r\nHost: localhost\r\nX: ";
    return begin + std::string(bytes - begin.size() - 4, 'x') + "\r\n\r\n";
  }
};

struct BadRequest {
  const char* name;
  std::string bytes;
  int status;
  const char* reason;
};

TEST_F(ServerBoundsTest, RefusesAndClosesAndCounts) {
  start();
  const std::string host = "Host: localhost\r\n";
  const BadRequest cases[] = {
      {"HTTP/0.9", "GET /hello\r\n", 400, "malformed"},
      {"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "malformed"},
      {"HTTP/3.7", "GET / HTTP/3.7\r\n" + host + "\r\n", 400, "malformed"},
      {"TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "malformed"},
      {"noise", std::string("\0\1\2\3", 4), 400, "malformed"},
      {"bare LF", "GET /hello HTTP/1.1\nHost: localhost\n\n", 400, "malformed"},
      {"no Host", "GET /hello HTTP/1.1\r\n\r\n", 400, "malformed"},
      {"two Hosts", "GET /hello HTTP/1.1\r\n" + host + host + "\r\n", 400, "malformed"},
      {"no host at all", "GET /hello HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "malformed"},
      {"no path", "GET HTTP/1.1\r\n" + host + "\r\n", 400, "malformed"},
      {"a body", "GET /hello HTTP/1.1\r\n" + host + "Content-Length: 5\r\n\r\nhello", 400, "body"},
      {"chunks", "POST /hello HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       400, "body"},
      {"both",
       "POST / HTTP/1.1\r\n" + host +
           "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n",
       400, "malformed"},
      {"two lengths",
       "POST / HTTP/1.1\r\n" + host + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400,
       "malformed"},
      {"a long head", head_of(8193), 431, "head_too_large"},
      {"a longer head", head_of(100'000), 431, "head_too_large"},
      {"a head without end", "GET /" + std::string(300'000, 'a'), 431, "head_too_large"},
  };
  std::map<std::string, std::uint64_t> expected;
  for (const BadRequest& c : cases) {
    SCOPED_TRACE(c.name);
    auto answer = raw(c.bytes);
    EXPECT_EQ(answer.status, c.status);
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_EQ(server_->refused().at(c.reason), ++expected[c.reason]);
  }
}

TEST_F(ServerBoundsTest, TakesAHeadOfExactlyTheBound) {
  start();
  auto client = connect();
  client.send(head_of(8192) + get_head("/echo?next"));
  EXPECT_EQ(client.read_answer().status, 200);
  EXPECT_EQ(client.read_answer().body, "next||");
}

TEST_F(ServerBoundsTest, OtherMethodsAreNotAllowed) {
  start();
  auto client = connect();
  std::uint64_t count = 0;
  for (std::string method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "get"}) {
    SCOPED_TRACE(method);
    client.send(method + " /hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
    auto answer = client.read_answer();
    EXPECT_EQ(answer.status, 405);
    EXPECT_EQ(answer.header("allow"), "GET, HEAD");
    EXPECT_EQ(server_->refused().at("method"), ++count);
  }
  client.send("CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.read_answer().status, 405);
}

TEST_F(ServerBoundsTest, AForeignHostIsMisdirectedOnALoopbackListener) {
  auto options = loopback();
  options.host_names = {"login1.example"};
  start(options);
  auto status = [this](const std::string& host) {
    auto client = connect();
    client.send("GET /hello HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    return client.read_answer().status;
  };
  EXPECT_EQ(status("evil.example"), 421);
  EXPECT_EQ(status("evil.example:10480"), 421);
  EXPECT_EQ(status(""), 421);
  EXPECT_EQ(status("login1.example"), 200);
  EXPECT_EQ(status("127.0.0.1"), 200);
  EXPECT_EQ(status("[::1]:10480"), 200);
  auto absolute = connect();
  absolute.send("GET http://evil.example/hello HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(absolute.read_answer().status, 421);
  EXPECT_EQ(server_->refused().at("host"), 4u);
}

TEST_F(ServerBoundsTest, AnotherListenerTakesAnyHost) {
  auto options = loopback();
  options.listen_addresses = {"0.0.0.0:0"};
  start(options);
  address_ = "127.0.0.1" + address_.substr(address_.rfind(':'));
  auto client = connect();
  client.send("GET /hello HTTP/1.1\r\nHost: metrics.example\r\n\r\n");
  EXPECT_EQ(client.read_answer().status, 200);
}

TEST_F(ServerBoundsTest, AHeadThatDoesNotComeInTimeIsRefused) {
  auto options = loopback();
  options.head_timeout = milliseconds(50);
  start(options);
  auto half = connect();
  half.send("GET /hello HTTP/1.1\r\nHost");
  EXPECT_EQ(half.read_answer().status, 408);
  EXPECT_TRUE(half.closes_within());
  auto silent = connect();
  EXPECT_EQ(silent.read_all(), "");
  EXPECT_EQ(server_->refused().at("head_timeout"), 1u);
}

TEST_F(ServerBoundsTest, TricklingDoesNotProlongAHead) {
  auto options = loopback();
  options.head_timeout = milliseconds(100);
  start(options);
  auto client = connect();
  client.send("GET /hello HTTP/1.1\r\n");
  bool more = true;
  for (int i = 0; more && i < 4000; ++i) {
    client.send("X: y\r\n");
    more = !client.readable(milliseconds(5));
  }
  EXPECT_FALSE(more);
}

TEST_F(ServerBoundsTest, AnIdleConnectionIsClosedInTheEndWithoutAWord) {
  auto options = loopback();
  options.idle_timeout = milliseconds(50);
  start(options);
  auto client = connect();
  client.send(get_head("/hello"));
  client.read_answer();
  EXPECT_EQ(client.read_all(), "");
}

TEST_F(ServerBoundsTest, HalfSentHeadsDoNotKeepOthersOut) {
  auto options = loopback();
  options.max_requests = 2;
  start(options);
  std::vector<support::HttpClient> slow;
  for (int i = 0; i < 50; ++i) {
    slow.push_back(connect());
    slow.back().send("GET /hello HTTP/1.1\r\nHost: loc");
  }
  EXPECT_EQ(get("/hello").status, 200);
}

TEST_F(ServerBoundsTest, MoreRequestsThanMayBeAreToldToComeBack) {
  auto options = loopback();
  options.max_requests = 1;
  options.threads = 3;
  start(options);
  auto waiting = connect();
  waiting.send(get_head("/wait"));
  ASSERT_TRUE(barrier_.wait_for(1));
  auto other = connect();
  other.send(get_head("/hello"));
  auto answer = other.read_answer();
  EXPECT_EQ(answer.status, 503);
  EXPECT_NE(answer.header("retry-after"), "");
  EXPECT_EQ(get("/-/healthy").status, 200);  // whoever asks whether we live must hear it
  barrier_.open();
  EXPECT_EQ(waiting.read_answer().status, 200);
  // Its place is free as soon as its answer is written.
  other.send(get_head("/hello"));
  EXPECT_EQ(other.read_answer().status, 200);
  EXPECT_EQ(server_->refused().at("busy"), 1u);
}

TEST_F(ServerBoundsTest, AReaderThatStopsReadingIsCut) {
  auto options = loopback();
  options.write_timeout = milliseconds(200);
  start(options);
  auto slow = connect(4096);
  slow.send(get_head("/big"));
  ASSERT_TRUE(slow.readable(support::kLongEnough));
  EXPECT_TRUE(refused("write_timeout", 1));
  EXPECT_LT(slow.read_all().size(), kBigBytes);
}

TEST_F(ServerBoundsTest, ReadersOfOnePageTakeNoPlaceHoweverSlowTheyAre) {
  auto options = loopback();
  options.max_requests = 1;
  options.reader_patience = seconds(60);
  start(options);
  std::vector<support::HttpClient> slow;
  for (int i = 0; i < 10; ++i) {
    slow.push_back(connect(4096));
    slow.back().send(get_head("/big"));
    ASSERT_TRUE(slow.back().readable(support::kLongEnough));
  }
  EXPECT_EQ(get("/hello").status, 200);
}

TEST_F(ServerBoundsTest, ReadersOfManyPagesTakePlacesAndGiveWayToWhoAsks) {
  auto options = loopback();
  options.max_requests = 1;
  options.reader_patience = milliseconds(1);
  start(options);
  std::vector<support::HttpClient> slow;
  for (int i = 0; i < 6; ++i) {  // each has 24 MB of its own: more than is held
    slow.push_back(connect(4096));
    slow.back().send(get_head("/own"));
    ASSERT_TRUE(slow.back().readable(support::kLongEnough));
  }
  EXPECT_TRUE(support::eventually(support::kLongEnough, [&] { return get("/own").status == 200; }));
  EXPECT_GE(server_->refused().at("shed"), 1u);
}

TEST_F(ServerBoundsTest, ReadersThatStopReadingMakeRoomForNewConnections) {
  auto options = loopback();
  options.max_connections = 2;
  options.patience = milliseconds(50);
  start(options);
  auto first = connect(4096);
  first.send(get_head("/big"));
  ASSERT_TRUE(first.readable(support::kLongEnough));
  auto second = connect(4096);
  second.send(get_head("/big"));
  ASSERT_TRUE(second.readable(support::kLongEnough));
  EXPECT_EQ(get("/hello").status, 200);
  EXPECT_LT(first.read_all().size(), kBigBytes);
}

TEST_F(ServerBoundsTest, TheLongestIdleConnectionMakesRoomForANewOne) {
  auto options = loopback();
  options.max_connections = 3;
  options.threads = 1;  // so that they become idle in the order in which they are answered
  start(options);
  auto first = connect(), second = connect(), third = connect();
  for (auto* client : {&second, &first, &third}) {
    client->send(get_head("/hello"));
    ASSERT_EQ(client->read_answer().status, 200);
  }
  EXPECT_EQ(get("/hello").status, 200);
  EXPECT_TRUE(second.closes_within());
  EXPECT_FALSE(first.readable());
  EXPECT_FALSE(third.readable());
  EXPECT_EQ(server_->refused().at("shed"), 1u);
}

TEST_F(ServerBoundsTest, AFullHouseOfHalfSentHeadsMakesRoomAfterSomePatience) {
  auto options = loopback();
  options.max_connections = 2;
  options.patience = milliseconds(100);
  start(options);
  auto first = connect();
  first.send("GET /hel");
  auto second = connect();
  second.send("GET /hel");
  EXPECT_EQ(get("/hello").status, 200);
  EXPECT_TRUE(first.closes_within());
}

TEST_F(ServerBoundsTest, WithEveryPlaceAnsweringNewConnectionsWait) {
  auto options = loopback();
  options.max_connections = 1;
  start(options);
  auto busy = connect();
  busy.send(get_head("/wait", "Connection: close\r\n"));
  ASSERT_TRUE(barrier_.wait_for(1));
  auto next = connect();
  next.send(get_head("/hello"));
  barrier_.open();
  EXPECT_EQ(busy.read_answer().status, 200);
  EXPECT_EQ(next.read_answer().status, 200);
}

// Lowers the number of descriptors that the process may have to what it has, and back.
class NoMoreDescriptors {
 public:
  NoMoreDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    int spare = ::dup(0);
    rlimit none{.rlim_cur = static_cast<rlim_t>(spare), .rlim_max = before_.rlim_max};
    ::close(spare);
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoMoreDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  NoMoreDescriptors(const NoMoreDescriptors&) = delete;
  NoMoreDescriptors& operator=(const NoMoreDescriptors&) = delete;

 private:
  rlimit before_{};
};

TEST_F(ServerBoundsTest, WithoutDescriptorsItWaitsWithoutSpinningAndGoesOn) {
  start();
  // Made before there are none left; connecting needs no new one on this side.
  int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  to.sin_port =
      htons(static_cast<std::uint16_t>(std::stoi(address_.substr(address_.find(':') + 1))));
  std::optional<NoMoreDescriptors> limit(std::in_place);
  ASSERT_EQ(::connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
  const auto begin = clock_.mono();
  EXPECT_TRUE(support::eventually(support::kLongEnough,
                                  [&] { return server_->refused().at("accept") >= 3; }));
  EXPECT_GE(clock_.mono() - begin, milliseconds(150));  // it pauses between its tries
  limit.reset();
  support::HttpClient client(fd);
  client.send(get_head("/hello"));
  EXPECT_EQ(client.read_answer().status, 200);
}

TEST_F(ServerBoundsTest, RefusedKnowsEveryReasonFromTheStart) {
  start();
  EXPECT_THAT(server_->refused(),
              testing::UnorderedElementsAre(
                  testing::Pair("malformed", 0), testing::Pair("body", 0),
                  testing::Pair("head_too_large", 0), testing::Pair("head_timeout", 0),
                  testing::Pair("host", 0), testing::Pair("method", 0), testing::Pair("busy", 0),
                  testing::Pair("shed", 0), testing::Pair("write_timeout", 0),
                  testing::Pair("accept", 0), testing::Pair("handshake", 0),
                  testing::Pair("unauthorized", 0), testing::Pair("auth_busy", 0)));
}

}  // namespace
}  // namespace steptail::web
