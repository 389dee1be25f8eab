#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "config/config.h"

namespace steptail::config {

// Which certificate a client must show; named as in the file.
enum class ClientAuth : std::uint8_t {
  NoClientCert,
  RequestClientCert,
  RequireAnyClientCert,
  VerifyClientCertIfGiven,
  RequireAndVerifyClientCert,
};

enum class TlsVersion : std::uint8_t { Tls12, Tls13 };

// PEM, in a file of its own or in the configuration itself.
struct PemSource {
  std::string file;  // empty: `text` it is
  std::string text;
  std::string key;  // what it stands under, for messages
  SourcePosition at;
  [[nodiscard]] bool given() const { return at.line > 0; }
};

struct TlsSection {
  PemSource cert;
  PemSource key;
  PemSource client_ca;
  ClientAuth client_auth = ClientAuth::NoClientCert;
  std::vector<std::string> client_allowed_sans;
  TlsVersion min_version = TlsVersion::Tls12;
  TlsVersion max_version = TlsVersion::Tls13;
  std::vector<std::string> cipher_suites;  // IANA names; empty: the library's own choice
  std::vector<std::string> curves;         // OpenSSL names; empty: the library's own choice
  bool prefer_server_cipher_suites = true;
  SourcePosition at;
};

// What --web.config.file says: the schema that Prometheus exporters share.
struct WebFile {
  std::optional<TlsSection> tls;                             // nullopt: plain HTTP
  std::vector<std::pair<std::string, std::string>> headers;  // for every answer
  std::map<std::string, std::string> users;                  // bcrypt by name; empty: open
};

// Parses the text of a web configuration file; paths in it are relative to that of `file`. The
// files that it names are not looked at. Errors: all of them, with line, column, and what would be
// right.
[[nodiscard]] base::Checked<WebFile> load_web_file(const std::string& file,
                                                   const std::string& text);

}  // namespace steptail::config
