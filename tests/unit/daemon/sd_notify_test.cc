#include "daemon/sd_notify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>

namespace steptail::daemon {
namespace {

// The service manager's end of the socket.
class Manager {
 public:
  explicit Manager(const std::string& name) : fd_(::socket(AF_UNIX, SOCK_DGRAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name.data(), name.size());
    if (name.front() == '@') address.sun_path[0] = '\0';
    auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    EXPECT_EQ(::bind(fd_, reinterpret_cast<const sockaddr*>(&address), length), 0);
  }
  ~Manager() { ::close(fd_); }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  std::string receive() {
    std::array<char, 512> bytes{};
    auto size = ::recv(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    return size < 0 ? "nothing" : std::string(bytes.data(), static_cast<std::size_t>(size));
  }

 private:
  int fd_;
};

class SdNotifyTest : public testing::TestWithParam<bool> {
 protected:
  std::string name() const {
    std::string base = testing::TempDir() + "sd_notify." + std::to_string(::getpid());
    return GetParam() ? "@" + base : base;
  }
  void SetUp() override { ::unlink(name().c_str()); }
  void TearDown() override { ::unlink(name().c_str()); }
};

TEST_P(SdNotifyTest, SaysWhatTheProtocolAsksFor) {
  Manager manager(name());
  SdNotify notify(name());
  EXPECT_TRUE(notify.enabled());
  notify.ready("tailing 2 files, 1 run");
  EXPECT_EQ(manager.receive(), "READY=1\nSTATUS=tailing 2 files, 1 run");
  notify.reloading(base::MonoTime(std::chrono::milliseconds(1500)));
  EXPECT_EQ(manager.receive(), "RELOADING=1\nMONOTONIC_USEC=1500000");
  notify.watchdog();
  EXPECT_EQ(manager.receive(), "WATCHDOG=1");
  notify.stopping();
  EXPECT_EQ(manager.receive(), "STOPPING=1");
}

TEST_P(SdNotifyTest, AStatusCannotForgeAMessage) {
  Manager manager(name());
  SdNotify(name()).status("bad\nSTOPPING=1");
  EXPECT_EQ(manager.receive(), "STATUS=bad STOPPING=1");
}

TEST_P(SdNotifyTest, AManagerThatIsNotThereIsNoError) {
  SdNotify notify(name());
  notify.ready("x");
  for (int i = 0; i < 1000; ++i) notify.watchdog();
}

INSTANTIATE_TEST_SUITE_P(PathAndAbstract, SdNotifyTest, testing::Bool());

TEST(SdNotify, IsOffWithoutASocketOrWithOneItCannotReach) {
  for (const std::string& socket : {std::string(), std::string("vsock:2:1"),
                                    std::string("relative"), "/" + std::string(200, 'a')}) {
    SCOPED_TRACE(socket);
    SdNotify notify(socket);
    EXPECT_FALSE(notify.enabled());
    notify.ready("x");
  }
}

class ServiceEnvironmentTest : public testing::Test {
 protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }
  static void clear() {
    for (const char* name :
         {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_PID", "LISTEN_FDS"}) {
      ::unsetenv(name);
    }
  }
  static void set(const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); }
  static std::string own_pid() { return std::to_string(::getpid()); }
};

TEST_F(ServiceEnvironmentTest, WithoutAManagerThereIsNothing) {
  auto found = service_environment();
  EXPECT_EQ(found.notify_socket, "");
  EXPECT_EQ(found.watchdog_interval, std::nullopt);
  EXPECT_TRUE(found.listen_fds.empty());
}

TEST_F(ServiceEnvironmentTest, ReadsTheWatchdogInterval) {
  set("WATCHDOG_USEC", "30000000");
  EXPECT_EQ(service_environment().watchdog_interval, std::chrono::seconds(30));
  set("WATCHDOG_PID", own_pid());
  EXPECT_EQ(service_environment().watchdog_interval, std::chrono::seconds(30));
  set("WATCHDOG_PID", "1");
  EXPECT_EQ(service_environment().watchdog_interval, std::nullopt);
}

TEST_F(ServiceEnvironmentTest, RefusesNonsense) {
  for (const char* usec : {"", "0", "-1", "30s", "99999999999999999999999"}) {
    SCOPED_TRACE(usec);
    set("WATCHDOG_USEC", usec);
    EXPECT_EQ(service_environment().watchdog_interval, std::nullopt);
  }
  set("WATCHDOG_USEC", "18446744073709551615");
  EXPECT_GT(service_environment().watchdog_interval, std::chrono::hours(1));
}

TEST_F(ServiceEnvironmentTest, TakesSocketsThatAreMeantForThisProcessAndOpen) {
  // Descriptor 3 is made to be open and 4 not, whatever the test runner left here.
  int saved3 = ::dup(3), saved4 = ::dup(4);
  ASSERT_EQ(::dup2(STDIN_FILENO, 3), 3);
  ::close(4);
  set("LISTEN_FDS", "2");
  set("LISTEN_PID", "1");
  EXPECT_TRUE(service_environment().listen_fds.empty());
  set("LISTEN_PID", own_pid());
  EXPECT_THAT(service_environment().listen_fds, testing::ElementsAre(3));
  ::close(3);
  if (saved3 >= 0) ::dup2(saved3, 3), ::close(saved3);
  if (saved4 >= 0) ::dup2(saved4, 4), ::close(saved4);
}

}  // namespace
}  // namespace steptail::daemon
