#include "web/basic_auth.h"

#include <gtest/gtest.h>

namespace steptail::web {
namespace {

TEST(BasicAuth, ReadsUserAndPassword) {
  struct Case {
    const char* header;
    std::string user;
    std::string password;
  };
  for (const Case& good : {Case{"Basic YTpi", "a", "b"}, Case{"basic YTpiOmM=", "a", "b:c"},
                           Case{"BASIC  YTo=", "a", ""}, Case{"Basic Og==", "", ""},
                           Case{"Basic w7w6w58+", "\xc3\xbc", "\xc3\x9f>"}}) {
    SCOPED_TRACE(good.header);
    auto read = parse_basic_auth(good.header);
    ASSERT_TRUE(read);
    EXPECT_EQ(good.user, read->user);
    EXPECT_EQ(good.password, read->password);
  }
}

TEST(BasicAuth, ReadsNothingFromWhatIsNotByTheLetter) {
  for (const char* bad :
       {"", "Basic", "Basic ", "Bearer YTpi", "BasicYTpi", "Basic YTp", "Basic YTpi=", "Basic Y=pi",
        "Basic YTpi YTpi", "Basic YWI=", "Basic ====", "Basic !!!!", "Basic YTpi\x01"}) {
    EXPECT_FALSE(parse_basic_auth(bad)) << bad;
  }
}

}  // namespace
}  // namespace steptail::web
