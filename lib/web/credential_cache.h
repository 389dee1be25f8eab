#pragma once

#include <array>
#include <cstddef>
#include <list>
#include <map>
#include <optional>
#include <string>

#include "base/mutex.h"

namespace steptail::web {

// What checks of passwords gave, so that a scraper pays for one check and not for one a scrape.
// Holds no password: a key is a hash of all that the check depended on, keyed by random bytes that
// live as long as the cache; a changed hash of a user is another key. Right ones and wrong ones are
// kept apart, so that wrong guesses, however many, push out none that is right.
// Thread: any. Lifetime: keeps the last `most` used of each.
class CredentialCache {
 public:
  using Key = std::array<unsigned char, 32>;

  explicit CredentialCache(std::size_t most);

  [[nodiscard]] Key key_of(const std::string& user, const std::string& hash,
                           const std::string& password) const;
  // What the check gave; nullopt: not known (any more).
  [[nodiscard]] std::optional<bool> look(const Key& key);
  void remember(const Key& key, bool right);

 private:
  // The last used first.
  struct Keys {
    std::list<Key> order;
    std::map<Key, std::list<Key>::iterator> places;
    [[nodiscard]] bool use(const Key& key);
    void add(const Key& key, std::size_t most);
  };

  const std::size_t most_;
  std::array<unsigned char, 32> secret_{};
  base::Mutex mutex_;
  Keys right_ STEPTAIL_GUARDED_BY(mutex_);
  Keys wrong_ STEPTAIL_GUARDED_BY(mutex_);
};

}  // namespace steptail::web
