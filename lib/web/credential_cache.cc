#include "web/credential_cache.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <stdexcept>

namespace steptail::web {

CredentialCache::CredentialCache(std::size_t most) : most_(most) {
  if (RAND_bytes(secret_.data(), static_cast<int>(secret_.size())) != 1) {
    throw std::runtime_error("the system gives no random bytes");
  }
}

CredentialCache::Key CredentialCache::key_of(const std::string& user, const std::string& hash,
                                             const std::string& password) const {
  // Lengths in front: no two triples make one text.
  std::string text = std::to_string(user.size()) + ":" + user + std::to_string(hash.size()) + ":" +
                     hash + password;
  Key key{};
  unsigned int length = 0;
  HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), key.data(), &length);
  OPENSSL_cleanse(text.data(), text.size());
  return key;
}

std::optional<bool> CredentialCache::look(const Key& key) {
  const base::MutexLock lock(mutex_);
  if (right_.use(key)) return true;
  if (wrong_.use(key)) return false;
  return std::nullopt;
}

void CredentialCache::remember(const Key& key, bool right) {
  const base::MutexLock lock(mutex_);
  (right ? right_ : wrong_).add(key, most_);
}

bool CredentialCache::Keys::use(const Key& key) {
  auto found = places.find(key);
  if (found == places.end()) return false;
  order.splice(order.begin(), order, found->second);
  return true;
}

void CredentialCache::Keys::add(const Key& key, std::size_t most) {
  if (use(key)) return;
  order.push_front(key);
  places[key] = order.begin();
  if (places.size() <= most) return;
  places.erase(order.back());
  order.pop_back();
}

}  // namespace steptail::web
