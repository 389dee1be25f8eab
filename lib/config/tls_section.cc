#include "config/tls_section.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/path_name.h"
#include "yaml/suggest.h"

namespace steptail::config {
namespace {

constexpr std::array<std::string_view, 5> kClientAuth{
    "NoClientCert", "RequestClientCert", "RequireAnyClientCert", "VerifyClientCertIfGiven",
    "RequireAndVerifyClientCert"};

// TLS up to 1.2 first, then 1.3: what the Go library offers, which gave the schema its names.
constexpr std::array<std::string_view, 13> kCipherSuites{
    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
    "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
    "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
    "TLS_AES_128_GCM_SHA256",
    "TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256"};

struct Curve {
  std::string_view name;
  std::string_view openssl;
};
constexpr std::array<Curve, 4> kCurves{
    {{"CurveP256", "P-256"}, {"CurveP384", "P-384"}, {"CurveP521", "P-521"}, {"X25519", "X25519"}}};

// `NAME_file: path` or `NAME: "the text itself"`.
PemSource read_pem(yaml::Mapping& map, const std::string& name, const std::string& directory) {
  PemSource pem;
  auto file = map.find(name + "_file");
  auto text = map.find(name);
  for (const auto& value : {file, text}) {
    if (!value) continue;
    auto given = value->text();
    if (!given) continue;
    if (given->empty()) {
      value->complain("is empty; write a path, or remove it");
    } else if (pem.given()) {
      value->complain("stands beside '" + pem.key + "'; keep one of them");
    } else {
      pem.key = value->name();
      pem.at = value->position();
      (pem.key == name ? pem.text : pem.file) = *given;
    }
  }
  if (!pem.file.empty() && !pem.file.starts_with('/')) pem.file = base::join(directory, pem.file);
  return pem;
}

void read_version(std::optional<yaml::Cursor> value, TlsVersion& version) {
  if (!value) return;
  auto word = value->text();
  if (!word) return;
  if (*word == "TLS10" || *word == "TLS11") {
    return value->complain(*word + " is broken and not spoken here; write TLS12 or TLS13");
  }
  constexpr std::array<std::string_view, 2> kVersions{"TLS12", "TLS13"};
  if (auto which = value->one_of(kVersions)) version = static_cast<TlsVersion>(*which);
}

void read_suites(std::optional<yaml::Cursor> value, std::vector<std::string>& suites) {
  if (!value) return;
  for (const yaml::Cursor& item : value->list()) {
    if (auto which = item.one_of(kCipherSuites)) suites.emplace_back(kCipherSuites.at(*which));
  }
}

void read_curves(std::optional<yaml::Cursor> value, std::vector<std::string>& curves) {
  if (!value) return;
  std::array<std::string_view, kCurves.size()> names;
  std::transform(kCurves.begin(), kCurves.end(), names.begin(),
                 [](const Curve& curve) { return curve.name; });
  for (const yaml::Cursor& item : value->list()) {
    if (auto which = item.one_of(names)) curves.emplace_back(kCurves.at(*which).openssl);
  }
}

// What each value allows may still not fit together.
void check_together(const yaml::Cursor& section, const TlsSection& tls) {
  if (!tls.cert.given()) section.complain("'cert_file' is missing: the server's certificate");
  if (!tls.key.given()) section.complain("'key_file' is missing: the certificate's private key");
  if (tls.min_version > tls.max_version) {
    section.complain("'min_version' is above 'max_version', so that no version is left");
  }
  const bool verifies = tls.client_auth == ClientAuth::VerifyClientCertIfGiven ||
                        tls.client_auth == ClientAuth::RequireAndVerifyClientCert;
  if (verifies && !tls.client_ca.given()) {
    section.complain("'client_ca_file' is missing: it says which certificates of clients are good");
  }
  if (tls.client_ca.given() && tls.client_auth == ClientAuth::NoClientCert) {
    section.complain("'" + tls.client_ca.key +
                     "' has no effect without 'client_auth_type: RequireAndVerifyClientCert'");
  }
  const bool certain = tls.client_auth == ClientAuth::RequireAnyClientCert ||
                       tls.client_auth == ClientAuth::RequireAndVerifyClientCert;
  if (!tls.client_allowed_sans.empty() && !certain) {
    section.complain(
        "'client_allowed_sans' needs 'client_auth_type: RequireAndVerifyClientCert', or clients "
        "may come without a certificate");
  }
}

}  // namespace

std::optional<TlsSection> read_tls_section(const yaml::Cursor& section,
                                           const std::string& directory) {
  TlsSection tls{.at = section.position()};
  yaml::Mapping map = section.mapping();
  tls.cert = read_pem(map, "cert", directory);
  tls.key = read_pem(map, "key", directory);
  tls.client_ca = read_pem(map, "client_ca", directory);
  auto auth = map.find("client_auth_type");
  if (auth) {
    if (auto which = auth->one_of(kClientAuth)) tls.client_auth = static_cast<ClientAuth>(*which);
  }
  if (auto sans = map.find("client_allowed_sans")) tls.client_allowed_sans = sans->texts();
  read_version(map.find("min_version"), tls.min_version);
  read_version(map.find("max_version"), tls.max_version);
  read_suites(map.find("cipher_suites"), tls.cipher_suites);
  read_curves(map.find("curve_preferences"), tls.curves);
  if (auto prefer = map.find("prefer_server_cipher_suites")) {
    tls.prefer_server_cipher_suites = prefer->boolean().value_or(true);
  }
  if (!section.is_mapping()) return std::nullopt;
  const bool wanted = tls.cert.given() || tls.key.given() || tls.client_ca.given() || auth ||
                      !tls.client_allowed_sans.empty();
  if (!wanted) return std::nullopt;
  check_together(section, tls);
  return tls;
}

}  // namespace steptail::config
