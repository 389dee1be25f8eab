#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include "unit/web/server_fixture.h"

namespace steptail::web {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using ListenerTest = ServerFixture;

std::string port_of(const std::string& address) { return address.substr(address.rfind(':')); }

TEST_F(ListenerTest, ListensOnSeveralAddresses) {
  auto options = loopback();
  options.listen_addresses.emplace_back("127.0.0.2:0");
  start(options);
  auto bound = server_->bound_addresses();
  ASSERT_EQ(bound.size(), 2u);
  EXPECT_THAT(bound[1], StartsWith("127.0.0.2:"));
  for (const auto& address : bound) EXPECT_EQ(support::http_get(address, "/hello").status, 200);
}

TEST_F(ListenerTest, TakesIpv6Addresses) {
  auto options = loopback();
  options.listen_addresses = {"[::1]:0"};
  options.clock = &clock_;
  server_.emplace(
      options, [this](const Request& request) { return page(request); }, nullptr);
  if (!server_->start()) GTEST_SKIP() << "this machine has no IPv6";
  EXPECT_THAT(server_->bound_addresses().front(), StartsWith("[::1]:"));
  EXPECT_EQ(support::http_get(server_->bound_addresses().front(), "/hello").status, 200);
}

TEST_F(ListenerTest, ANameIsOneAddressOfIt) {
  auto options = loopback();
  options.listen_addresses = {"localhost:0"};
  start(options);
  EXPECT_EQ(server_->bound_addresses().size(), 1u);
  EXPECT_EQ(get("/hello").status, 200);
}

TEST_F(ListenerTest, WithoutAHostEveryAddressIsMeant) {
  auto options = loopback();
  options.listen_addresses = {":0"};
  start(options);
  EXPECT_EQ(support::http_get("127.0.0.1" + port_of(address_), "/hello").status, 200);
}

TEST_F(ListenerTest, AnAddressThatIsTakenIsAnErrorThatSaysSo) {
  start();
  ServerOptions options;
  options.listen_addresses = {"127.0.0.1:0", address_};
  Server second(
      options, [](const Request&) { return Response(); }, nullptr);
  auto started = second.start();
  ASSERT_FALSE(started);
  EXPECT_THAT(started.error().message, HasSubstr(address_));
  EXPECT_THAT(started.error().message, HasSubstr("another process"));
  EXPECT_TRUE(second.bound_addresses().empty());
}

TEST_F(ListenerTest, AnAddressThatIsNotOursIsAnErrorThatSaysSo) {
  for (const auto& [address, hint] : {std::pair{"192.0.2.1:0", "no address of this machine"},
                                      std::pair{"no-such-host.invalid:0", "no-such-host.invalid"},
                                      std::pair{"127.0.0.1", "port"}}) {
    SCOPED_TRACE(address);
    ServerOptions options;
    options.listen_addresses = {address};
    Server server(
        options, [](const Request&) { return Response(); }, nullptr);
    auto started = server.start();
    ASSERT_FALSE(started);
    EXPECT_THAT(started.error().message, HasSubstr(hint));
  }
}

TEST_F(ListenerTest, AfterAFailedStartNothingListens) {
  ServerOptions options;
  options.listen_addresses = {"127.0.0.1:0"};
  Server probe(
      options, [](const Request&) { return Response(); }, nullptr);
  ASSERT_TRUE(probe.start());
  const std::string address = probe.bound_addresses().front();
  probe.stop(std::chrono::milliseconds(0));
  options.listen_addresses = {address, "192.0.2.1:0"};
  Server failing(
      options, [](const Request&) { return Response(); }, nullptr);
  ASSERT_FALSE(failing.start());
  EXPECT_FALSE(support::HttpClient(address).connected());
}

TEST_F(ListenerTest, WithNoAddressThereIsNothingToDo) {
  Server server(
      {}, [](const Request&) { return Response(); }, nullptr);
  EXPECT_FALSE(server.start());
}

TEST_F(ListenerTest, TakesOverASocketThatListensAlready) {
  ServerOptions options;
  int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_EQ(::listen(fd, 8), 0);  // unbound: the system picks a port
  options.listen_sockets = {fd};
  start(options);
  EXPECT_EQ(support::http_get("127.0.0.1" + port_of(address_), "/hello").status, 200);
}

TEST_F(ListenerTest, WhatIsNoSocketCannotBeTakenOver) {
  ServerOptions options;
  options.listen_sockets = {::dup(0)};
  Server server(
      options, [](const Request&) { return Response(); }, nullptr);
  auto started = server.start();
  ASSERT_FALSE(started);
  EXPECT_THAT(started.error().message, HasSubstr("no listening TCP socket"));
}

}  // namespace
}  // namespace steptail::web
