#pragma once

#include <asio/ssl/context.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "config/web_file.h"

namespace steptail::web {

// What a TLS section names, read.
struct TlsPem {
  std::string cert;
  std::string key;
  std::string client_ca;
};

// How connections are encrypted and which clients' certificates are good: one certificate, its key
// and the rules of a TLS section.
// Thread: immutable. Lifetime: outlives the streams made of it.
class TlsContext {
 public:
  // `file`: where the section stands, for messages. Errors: all that is wrong with the PEM texts.
  [[nodiscard]] static base::Checked<std::shared_ptr<TlsContext>> make(
      const std::string& file, const config::TlsSection& section, const TlsPem& pem);

  // asio takes it by a reference that may write.
  [[nodiscard]] asio::ssl::context& context() { return context_; }

  // Which certificates of clients are good.
  struct ClientPolicy {
    bool verify = false;  // against the authorities
    std::vector<std::string> allowed_sans;
  };
  TlsContext();  // use make()

 private:
  void set_rules(const config::TlsSection& section);
  void set_client_rules(const config::TlsSection& section);

  asio::ssl::context context_;
  ClientPolicy policy_;
};

}  // namespace steptail::web
