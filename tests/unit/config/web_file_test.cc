#include "config/web_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "config/bcrypt_text.h"

namespace steptail::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

const std::string kHash = "$2y$10$" + std::string(53, 'a');

WebFile load(const std::string& text) {
  auto file = load_web_file("/etc/steptail/web.yaml", text);
  EXPECT_TRUE(file) << (file ? "" : file.error()[0].to_string());
  return file.value_or(WebFile{});
}

std::vector<std::string> errors_of(const std::string& text) {
  std::vector<std::string> lines;
  auto file = load_web_file("web.yaml", text);
  if (!file) {
    for (const base::Error& error : file.error()) lines.push_back(error.to_string());
  }
  return lines;
}

TEST(WebFile, TakesAnEmptyFileForPlainHttpWithoutUsers) {
  for (const char* text :
       {"", "tls_server_config:\nhttp_server_config:\nbasic_auth_users:\n",
        "tls_server_config: {min_version: TLS13}\n", "http_server_config: {http2: false}\n"}) {
    SCOPED_TRACE(text);
    const WebFile file = load(text);
    EXPECT_FALSE(file.tls);
    EXPECT_TRUE(file.users.empty());
    EXPECT_TRUE(file.headers.empty());
  }
}

TEST(WebFile, ReadsEveryKeyOfTheSharedSchema) {
  const WebFile file = load(R"(
tls_server_config:
  cert_file: server.crt
  key_file: /secret/server.key
  client_auth_type: RequireAndVerifyClientCert
  client_ca_file: clients.pem
  client_allowed_sans: [prometheus.example, 192.0.2.7]
  min_version: TLS13
  max_version: TLS13
  cipher_suites: [TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, TLS_AES_128_GCM_SHA256]
  prefer_server_cipher_suites: false
  curve_preferences: [X25519, CurveP256]
http_server_config:
  http2: true
  headers:
    X-Frame-Options: deny
    Strict-Transport-Security: max-age=86400
basic_auth_users:
  prometheus: )" + kHash + "\n");
  ASSERT_TRUE(file.tls);
  EXPECT_EQ("/etc/steptail/server.crt", file.tls->cert.file) << "relative to the file itself";
  EXPECT_EQ("/secret/server.key", file.tls->key.file);
  EXPECT_EQ("/etc/steptail/clients.pem", file.tls->client_ca.file);
  EXPECT_EQ(ClientAuth::RequireAndVerifyClientCert, file.tls->client_auth);
  EXPECT_THAT(file.tls->client_allowed_sans, ElementsAre("prometheus.example", "192.0.2.7"));
  EXPECT_EQ(TlsVersion::Tls13, file.tls->min_version);
  EXPECT_EQ(TlsVersion::Tls13, file.tls->max_version);
  EXPECT_EQ(2U, file.tls->cipher_suites.size());
  EXPECT_THAT(file.tls->curves, ElementsAre("X25519", "P-256"));
  EXPECT_FALSE(file.tls->prefer_server_cipher_suites);
  EXPECT_THAT(file.headers, ElementsAre(Pair("X-Frame-Options", "deny"),
                                        Pair("Strict-Transport-Security", "max-age=86400")));
  EXPECT_THAT(file.users, ElementsAre(Pair("prometheus", kHash)));
}

TEST(WebFile, TakesPemTextsInPlaceOfFiles) {
  const WebFile file = load("tls_server_config:\n  cert: |\n    -----BEGIN\n    x\n  key: K\n");
  ASSERT_TRUE(file.tls);
  EXPECT_EQ("-----BEGIN\nx\n", file.tls->cert.text);
  EXPECT_EQ("", file.tls->cert.file);
  EXPECT_EQ("K", file.tls->key.text);
}

TEST(WebFile, SaysAllThatIsWrongAtOnceWithItsPlace) {
  EXPECT_THAT(
      errors_of("tls_server_config:\n"
                "  certfile: a\n"
                "  key_file: b\n"
                "  min_version: TLS10\n"
                "  client_auth_type: RequireClientCertificate\n"
                "  cipher_suites: [TLS_RSA_WITH_RC4_128_SHA]\n"
                "basic_auth_users:\n"
                "  ada: secret\n"
                "  'b:c': " +
                kHash +
                "\n"
                "rates: 1\n"),
      ElementsAre(
          HasSubstr("web.yaml:2:3: 'tls_server_config': 'cert_file' is missing"),
          HasSubstr("web.yaml:2:3: 'certfile' is no key here; did you mean 'cert_file'?"),
          HasSubstr("web.yaml:4:16: 'min_version': TLS10 is broken"),
          HasSubstr("web.yaml:5:21: 'client_auth_type': 'RequireClientCertificate' is unknown"),
          HasSubstr("web.yaml:6:19: "),
          HasSubstr("web.yaml:8:8: the password of 'ada' is no bcrypt hash"),
          HasSubstr("web.yaml:9:3: no client can send this as a user's name"),
          HasSubstr("web.yaml:10:1: 'rates' is no key here")));
}

TEST(WebFile, RefusesWhatDoesNotFitTogether) {
  const std::string pair = "tls_server_config:\n  cert_file: c\n  key_file: k\n";
  struct Case {
    std::string more;
    std::string error;
  };
  for (const Case& wrong : std::vector<Case>{
           {"  client_ca_file: ca\n", "has no effect without 'client_auth_type"},
           {"  client_auth_type: RequireAndVerifyClientCert\n", "'client_ca_file' is missing"},
           {"  client_auth_type: VerifyClientCertIfGiven\n  client_ca_file: a\n"
            "  client_allowed_sans: [x]\n",
            "'client_allowed_sans' needs"},
           {"  min_version: TLS13\n  max_version: TLS12\n", "no version is left"},
           {"  cert: text\n", "stands beside 'cert_file'"},
           {"  curve_preferences: [CurveP224]\n", "unknown"},
           {"http_server_config: {headers: {X-Frame-Options: never}}\n", "unknown"},
           {"http_server_config: {headers: {Strict-Transport-Security: \"a\\nb: c\"}}\n", ""}}) {
    SCOPED_TRACE(wrong.more);
    EXPECT_THAT(errors_of(pair + wrong.more), ElementsAre(HasSubstr(wrong.error)));
  }
}

TEST(BcryptText, KnowsAWholeHashFromOtherTexts) {
  for (const char* good : {"$2y$10$", "$2b$04$", "$2a$16$"}) {
    EXPECT_FALSE(bcrypt_problem(good + std::string(53, '.'))) << good;
  }
  const std::string rest(53, 'x');
  for (const std::string& bad :
       {std::string(), std::string("password"), "$2y$10$" + rest.substr(1), "$2x$10$" + rest,
        "$2y$17$" + rest, "$2y$03$" + rest, "$2y$1x$" + rest, "$2y$10$" + rest.substr(1) + ":",
        std::string("$6$salt$hash")}) {
    auto problem = bcrypt_problem(bad);
    ASSERT_TRUE(problem) << bad;
    EXPECT_THAT(*problem, HasSubstr("htpasswd -nBC 10"));
    if (bad.empty()) continue;
    EXPECT_THAT(*problem, testing::Not(HasSubstr(bad))) << "never says it";
  }
}

}  // namespace
}  // namespace steptail::config
