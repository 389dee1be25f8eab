#include "web/tls_context.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <asio/buffer.hpp>
#include <utility>

#include "web/subject_names.h"

namespace steptail::web {
namespace {

using Context = asio::ssl::context;

// Forward secret and authenticated; what else TLS 1.2 has is for lists of one's own.
constexpr const char* kCiphers12 = "ECDHE+AESGCM:ECDHE+CHACHA20";

bool verifies(config::ClientAuth auth) {
  return auth == config::ClientAuth::VerifyClientCertIfGiven ||
         auth == config::ClientAuth::RequireAndVerifyClientCert;
}

bool requires_certificate(config::ClientAuth auth) {
  return auth == config::ClientAuth::RequireAnyClientCert ||
         auth == config::ClientAuth::RequireAndVerifyClientCert;
}

int version_number(config::TlsVersion version) {
  return version == config::TlsVersion::Tls13 ? TLS1_3_VERSION : TLS1_2_VERSION;
}

// Takes the place of the library's own check of a client's certificate.
int check_client(X509_STORE_CTX* store, void* argument) {
  const auto& policy = *static_cast<const TlsContext::ClientPolicy*>(argument);
  if (policy.verify && X509_verify_cert(store) != 1) return 0;
  X509_STORE_CTX_set_error(store, X509_V_OK);
  if (policy.allowed_sans.empty()) return 1;
  const auto names = subject_names(X509_STORE_CTX_get0_cert(store));
  const auto& allowed = policy.allowed_sans;
  const bool known = std::any_of(names.begin(), names.end(), [&allowed](const std::string& name) {
    return std::find(allowed.begin(), allowed.end(), name) != allowed.end();
  });
  if (!known) X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
  return known ? 1 : 0;
}

// Of what a client offers HTTP/1.1 is taken; one that offers nothing known goes on without.
int choose_protocol(SSL* /*ssl*/, const unsigned char** out, unsigned char* out_length,
                    const unsigned char* offered, unsigned int offered_length, void* /*unused*/) {
  static constexpr unsigned char kHttp11[] = "\x08http/1.1";
  unsigned char* chosen = nullptr;
  const int found = SSL_select_next_proto(&chosen, out_length, kHttp11, sizeof(kHttp11) - 1,
                                          offered, offered_length);
  if (found != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_NOACK;
  *out = chosen;
  return SSL_TLSEXT_ERR_OK;
}

// The names of the schema as the library writes them: those up to TLS 1.2, and those of 1.3.
std::pair<std::string, std::string> cipher_lists(const std::vector<std::string>& suites) {
  std::string up_to_12;
  std::string of_13;
  for (const std::string& suite : suites) {
    const bool is_13 = suite.find("_WITH_") == std::string::npos;
    std::string& list = is_13 ? of_13 : up_to_12;
    if (!list.empty()) list += ':';
    list += is_13 ? suite : OPENSSL_cipher_name(suite.c_str());
  }
  return {up_to_12, of_13};
}

void add_problem(base::Errors& errors, const std::string& file, const config::PemSource& pem,
                 const std::string& what) {
  errors.push_back(
      {.message = "'" + pem.key + "': " + (pem.file.empty() ? "" : pem.file + " ") + what,
       .file = file,
       .line = pem.at.line,
       .column = pem.at.column});
}

// What the PEM texts lack becomes an error each.
base::Errors use_pem(Context& context, const std::string& file, const config::TlsSection& section,
                     const TlsPem& pem) {
  base::Errors errors;
  asio::error_code error;
  context.use_certificate_chain(asio::buffer(pem.cert), error);
  if (error) {
    add_problem(errors, file, section.cert,
                "holds no certificate (" + error.message() +
                    "); it must be PEM: '-----BEGIN CERTIFICATE-----' and so on");
  }
  // Without this the library would ask a terminal for the password of an encrypted key.
  context.set_password_callback([](std::size_t, Context::password_purpose) { return ""; }, error);
  asio::error_code key_error;
  context.use_private_key(asio::buffer(pem.key), Context::pem, key_error);
  if (key_error) {
    add_problem(errors, file, section.key,
                errors.empty() && ERR_GET_REASON(static_cast<unsigned long>(key_error.value())) ==
                                      X509_R_KEY_VALUES_MISMATCH
                    ? "does not belong to the certificate; name the key that it was made with"
                    : "holds no private key (" + key_error.message() +
                          "); it must be PEM and without a password");
  } else if (errors.empty() && SSL_CTX_check_private_key(context.native_handle()) != 1) {
    add_problem(errors, file, section.key,
                "does not belong to the certificate; name the key that it was made with");
  }
  if (section.client_ca.given()) {
    asio::error_code ca_error;
    context.add_certificate_authority(asio::buffer(pem.client_ca), ca_error);
    if (ca_error || pem.client_ca.find("-----BEGIN") == std::string::npos) {
      add_problem(errors, file, section.client_ca,
                  "holds no certificate of an authority; it must be PEM");
    }
  }
  ERR_clear_error();
  return errors;
}

}  // namespace

TlsContext::TlsContext() : context_(Context::tls_server) {}

void TlsContext::set_rules(const config::TlsSection& section) {
  SSL_CTX* context = context_.native_handle();
  std::uint64_t options = SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET;
  if (section.prefer_server_cipher_suites) options |= SSL_OP_CIPHER_SERVER_PREFERENCE;
  SSL_CTX_set_options(context, options);
  // Nothing is resumed: a certificate that is good no more ends with the connection.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context, 0);
  SSL_CTX_set_min_proto_version(context, version_number(section.min_version));
  SSL_CTX_set_max_proto_version(context, version_number(section.max_version));
  const auto [up_to_12, of_13] = cipher_lists(section.cipher_suites);
  SSL_CTX_set_cipher_list(context, up_to_12.empty() ? kCiphers12 : up_to_12.c_str());
  if (!of_13.empty()) SSL_CTX_set_ciphersuites(context, of_13.c_str());
  if (up_to_12.empty() && !of_13.empty()) SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  std::string curves;
  for (const std::string& curve : section.curves) curves += (curves.empty() ? "" : ":") + curve;
  if (!curves.empty()) SSL_CTX_set1_groups_list(context, curves.c_str());
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, nullptr);
}

void TlsContext::set_client_rules(const config::TlsSection& section) {
  SSL_CTX* context = context_.native_handle();
  policy_ = {.verify = verifies(section.client_auth), .allowed_sans = section.client_allowed_sans};
  int mode = SSL_VERIFY_NONE;
  if (section.client_auth != config::ClientAuth::NoClientCert) mode = SSL_VERIFY_PEER;
  if (requires_certificate(section.client_auth)) mode |= SSL_VERIFY_FAIL_IF_NO_PEER_CERT;
  SSL_CTX_set_verify(context, mode, nullptr);
  SSL_CTX_set_cert_verify_callback(context, check_client, &policy_);
}

base::Checked<std::shared_ptr<TlsContext>> TlsContext::make(const std::string& file,
                                                            const config::TlsSection& section,
                                                            const TlsPem& pem) {
  try {
    auto made = std::make_shared<TlsContext>();
    made->set_rules(section);
    made->set_client_rules(section);
    if (auto errors = use_pem(made->context_, file, section, pem); !errors.empty()) {
      return tl::unexpected(std::move(errors));
    }
    return made;
  } catch (const std::exception& error) {
    return tl::unexpected(
        base::Errors{{.message = std::string("TLS cannot be used: ") + error.what(),
                      .file = file,
                      .line = section.at.line,
                      .column = section.at.column}});
  }
}

}  // namespace steptail::web
