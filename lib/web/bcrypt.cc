#include "web/bcrypt.h"

#include <crypt.h>
#include <openssl/crypto.h>

#include <cstring>
#include <memory>

namespace steptail::web {

bool bcrypt_matches(const std::string& password, const std::string& hash) {
  auto work = std::make_unique<crypt_data>();
  std::memset(work.get(), 0, sizeof(crypt_data));
  const char* made = ::crypt_r(password.c_str(), hash.c_str(), work.get());
  bool same = made != nullptr && std::strlen(made) == hash.size() &&
              CRYPTO_memcmp(made, hash.data(), hash.size()) == 0;
  OPENSSL_cleanse(work.get(), sizeof(crypt_data));
  // The library stops at a zero byte; no password that was set holds one.
  return same && password.find('\0') == std::string::npos;
}

}  // namespace steptail::web
