#include "web/objection.h"

#include <gtest/gtest.h>

namespace steptail::web {
namespace {

TEST(Objection, IsToForeignHostsOnLoopbackAndToOtherMethods) {
  const HostCheck hosts({"login1"});
  struct Case {
    const char* host;
    bool loopback;
    Method method;
    int status;  // 0: none
  };
  for (const Case& c :
       {Case{"login1", true, Method::Get, 0}, Case{"evil.example", false, Method::Head, 0},
        Case{"evil.example", true, Method::Get, 421}, Case{"a b", false, Method::Get, 400},
        Case{"login1", true, Method::Other, 405}, Case{"evil.example", true, Method::Other, 421}}) {
    SCOPED_TRACE(c.host);
    RequestHead head;
    head.method = c.method;
    head.has_host = true;
    head.host = c.host;
    auto refusal = objection_to(head, hosts, c.loopback);
    EXPECT_EQ(c.status, refusal ? refusal->status : 0);
  }
}

TEST(Objection, IsNotToAMissingHostOfOldClients) {
  EXPECT_FALSE(objection_to(RequestHead{}, HostCheck({}), true));
}

}  // namespace
}  // namespace steptail::web
