#include "web/host_check.h"

#include <gtest/gtest.h>

namespace steptail::web {
namespace {

struct Case {
  const char* host;
  HostVerdict verdict;
};

TEST(HostCheck, TakesAddressesAndNamesOfThisMachineOnly) {
  const HostCheck check({"Login1.cluster.example", "login1", "metrics.example."});
  const Case cases[] = {
      {"localhost", HostVerdict::Ours},
      {"LocalHost:10480", HostVerdict::Ours},
      {"localhost.", HostVerdict::Ours},
      {"127.0.0.1", HostVerdict::Ours},
      {"127.0.0.1:1", HostVerdict::Ours},
      {"192.0.2.7", HostVerdict::Ours},
      {"[::1]", HostVerdict::Ours},
      {"[::1]:10480", HostVerdict::Ours},
      {"login1:80", HostVerdict::Ours},
      {"login1.CLUSTER.example", HostVerdict::Ours},
      {"metrics.example", HostVerdict::Ours},
      {"", HostVerdict::Foreign},
      {".", HostVerdict::Foreign},
      {"evil.example", HostVerdict::Foreign},
      {"localhost.evil.example", HostVerdict::Foreign},
      {"login1.evil.example", HostVerdict::Foreign},
      {"127.0.0.1.evil.example", HostVerdict::Foreign},
      {"127.1", HostVerdict::Foreign},  // browsers send it as 127.0.0.1
      {"2130706433", HostVerdict::Foreign},
      {"xlocalhost", HostVerdict::Foreign},
      {"::1", HostVerdict::Malformed},
      {"[::1", HostVerdict::Malformed},
      {"[evil.example]", HostVerdict::Malformed},
      {"[::1]evil", HostVerdict::Malformed},
      {"localhost:80x", HostVerdict::Malformed},
      {"localhost:800000", HostVerdict::Malformed},
      {"evil.example@localhost", HostVerdict::Malformed},
      {"localhost/", HostVerdict::Malformed},
      {"local host", HostVerdict::Malformed},
      {"localhost\xC0\xAE", HostVerdict::Malformed},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.host);
    EXPECT_EQ(check.judge(c.host), c.verdict);
  }
}

}  // namespace
}  // namespace steptail::web
