#include "web/security_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/posix_file_system.h"
#include "support/temp_dir.h"

namespace steptail::web {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;

std::string user(const std::string& name) {
  return "basic_auth_users: {" + name + ": $2b$04$" + std::string(53, 'a') + "}\n";
}

class SecuritySourceTest : public testing::Test {
 protected:
  void open() {
    auto source = SecuritySource::open(fs_, dir_.at("web.yaml"), nullptr);
    ASSERT_TRUE(source) << source.error()[0].to_string();
    source_ = *source;
  }
  // A file put in place of another, as it is done for certificates.
  void put(const std::string& text) { ASSERT_TRUE(fs_.write_atomic(dir_.at("web.yaml"), text)); }
  [[nodiscard]] config::WebFile now() const { return source_->current()->file; }

  support::TempDir dir_;
  base::PosixFileSystem fs_;
  std::shared_ptr<SecuritySource> source_;
};

TEST_F(SecuritySourceTest, TakesOverAChangedFileWhenAsked) {
  put(user("ada"));
  open();
  source_->refresh();
  EXPECT_THAT(now().users, ElementsAre(Key("ada")));
  put(user("bob"));
  EXPECT_THAT(now().users, ElementsAre(Key("ada")));
  source_->refresh();
  EXPECT_THAT(now().users, ElementsAre(Key("bob")));
}

TEST_F(SecuritySourceTest, KeepsWhatWasInForceWhileTheFileIsWrong) {
  put(user("ada"));
  open();
  for (const std::string& wrong :
       {std::string("basic_auth_users: {ada: secret}\n"),
        std::string("tls_server_config: {cert_file: c, key_file: k}\n"), std::string("{")}) {
    SCOPED_TRACE(wrong);
    put(wrong);
    source_->refresh();
    EXPECT_TRUE(source_->failing());
    EXPECT_THAT(now().users, ElementsAre(Key("ada")));
  }
  ASSERT_TRUE(fs_.remove(dir_.at("web.yaml")));
  source_->refresh();
  EXPECT_TRUE(source_->failing()) << "a file that is gone lets nobody in";
  EXPECT_THAT(now().users, ElementsAre(Key("ada")));
  put(user("ada"));
  source_->refresh();
  EXPECT_FALSE(source_->failing()) << "also where it is as it was";
}

TEST_F(SecuritySourceTest, SaysEveryFileThatCannotBeRead) {
  put("tls_server_config:\n  cert_file: none.crt\n  key_file: none.key\n");
  auto source = SecuritySource::open(fs_, dir_.at("web.yaml"), nullptr);
  ASSERT_FALSE(source);
  ASSERT_EQ(2U, source.error().size());
  EXPECT_THAT(source.error()[0].to_string(), HasSubstr("web.yaml:2:14: 'cert_file': cannot open"));
  EXPECT_THAT(source.error()[1].to_string(), HasSubstr("web.yaml:3:13: 'key_file': cannot open"));
}

TEST_F(SecuritySourceTest, SaysWhichPemTextsAreNone) {
  put("tls_server_config:\n  cert: no certificate\n  key: no key\n");
  auto source = SecuritySource::open(fs_, dir_.at("web.yaml"), nullptr);
  ASSERT_FALSE(source);
  ASSERT_EQ(2U, source.error().size());
  EXPECT_THAT(source.error()[0].to_string(),
              HasSubstr("web.yaml:2:9: 'cert': holds no certificate"));
  EXPECT_THAT(source.error()[1].to_string(),
              HasSubstr("web.yaml:3:8: 'key': holds no private key"));
}

TEST_F(SecuritySourceTest, GivesTheConfiguredHeaders) {
  put("http_server_config: {headers: {X-Frame-Options: deny, X-Content-Type-Options: nosniff}}\n");
  open();
  EXPECT_EQ("X-Frame-Options: deny\r\n", source_->current()->header_lines)
      << "the other one stands on every answer anyhow";
}

}  // namespace
}  // namespace steptail::web
